import type { ElicitFormParams, ElicitResult } from 'garuda-mcp';

/** Accepts a form: yes where something is to be confirmed; defaults are the client's business. */
export function acceptDefaults({ requestedSchema }: ElicitFormParams): ElicitResult {
  const content: Record<string, boolean> = {};
  for (const [name, field] of Object.entries(requestedSchema.properties)) {
    if (field.type === 'boolean' && field.default === undefined) content[name] = true;
  }
  return { action: 'accept', content };
}
