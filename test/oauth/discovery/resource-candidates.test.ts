import { describe, expect } from 'vitest';
import { resourceCandidates } from '../../../src/oauth/discovery/resource-candidates.ts';
import { proves } from '../../support/proves.ts';

const root = 'https://h.example/.well-known/oauth-protected-resource';

const ofResources = [
  { endpoint: 'https://h.example/mcp', candidates: [`${root}/mcp`, root] },
  { endpoint: 'https://h.example/a/b/', candidates: [`${root}/a/b`, root] },
  { endpoint: 'https://h.example/mcp?key=secret', candidates: [`${root}/mcp`, root] },
  { endpoint: 'https://h.example/', candidates: [root] },
  { endpoint: 'https://h.example', candidates: [root] },
  {
    endpoint: 'http://127.0.0.1:8080/mcp',
    candidates: [
      'http://127.0.0.1:8080/.well-known/oauth-protected-resource/mcp',
      'http://127.0.0.1:8080/.well-known/oauth-protected-resource',
    ],
  },
  {
    endpoint: 'https://h.example/mcp',
    named: 'https://other.example/custom/location.json',
    candidates: ['https://other.example/custom/location.json', `${root}/mcp`, root],
  },
  {
    endpoint: 'https://h.example/mcp',
    named: root,
    candidates: [root, `${root}/mcp`],
  },
] as const;

describe('metadata of a resource', () => {
  for (const { endpoint, candidates, ...rest } of ofResources) {
    const named = 'named' in rest ? rest.named : undefined;
    proves(
      named === undefined ? 'AUTH-03' : 'AUTH-02',
      `${endpoint}, named ${named ?? 'nothing'}`,
      () => {
        expect(resourceCandidates(new URL(endpoint), named)).toEqual(candidates);
      },
    );
  }
});
