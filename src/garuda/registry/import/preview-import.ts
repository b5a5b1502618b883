import { redactSecrets } from '../../secrets/index.ts';
import type { WrittenServer } from '../saving/edit-text.ts';
import type { ImportPlan, LeftOutServer } from './import-servers.ts';

/** What would be added, fit to be shown: names of variables and headers, and none of their values. @public */
export interface ImportPreview {
  readonly application: string;
  readonly files: readonly string[];
  readonly additions: readonly PreviewedServer[];
  readonly leftOut: readonly LeftOutServer[];
}

/** One server of a preview. @public */
export interface PreviewedServer {
  readonly name: string;
  readonly from: string;
  readonly file: string;
  /** The command with its arguments, or the URL; what looks like a secret in it is redacted. */
  readonly runs: readonly string[];
  readonly env: readonly string[];
  readonly headers: readonly string[];
  readonly enabled: boolean;
  readonly notes: readonly string[];
}

/** The plan without its secrets. @public */
export function previewImport({
  application,
  files,
  additions,
  leftOut,
}: ImportPlan): ImportPreview {
  return {
    application,
    files,
    additions: additions.map(({ name, from, file, server, notes }) => ({
      name,
      from,
      file,
      runs: shownCommand(server),
      env: Object.keys(server['env'] ?? {}),
      headers: Object.keys(server['headers'] ?? {}),
      enabled: server['enabled'] !== false,
      notes,
    })),
    leftOut,
  };
}

/** A command with its arguments, or a URL, without what looks like a secret. */
function shownCommand(server: WrittenServer): readonly string[] {
  const { url, command, args } = server;
  const words = typeof url === 'string' ? [url] : [command, ...((args ?? []) as unknown[])];
  return redactSecrets(words) as readonly string[];
}
