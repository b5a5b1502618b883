import type { HomeVerb } from './home-verb.ts';

/** Shows what was agreed to, and takes it back. */
export const trust: HomeVerb = {
  name: 'trust',
  summary: 'list what you agreed to when you were asked, or take it back',
  forms: ['trust [list]', 'trust revoke SERVER [--project FOLDER]'],
  details: [
    'What you agreed to stands in ~/.garuda/trust.json (GARUDA_HOME moves the',
    'folder): for each server what may be started, and the tools that it had. What',
    'is revoked is asked again at the next use. SERVER is one of this project or of',
    'your own list; --project names another project, even one that is gone.',
  ].join('\n'),
  options: ['json', 'project'],
  async perform(command) {
    const { performTrust } = await import('./trust-perform.ts');
    return await performTrust(command);
  },
};
