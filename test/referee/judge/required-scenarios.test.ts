import { expect, test } from 'vitest';
import { parseScenarios } from './required-scenarios.mjs';

test('a scenario is run in the revision of the set, or in the last one that it is of', () => {
  const list = `Client scenarios (test against a client):
  - initialize [2025-06-18,2025-11-25]
  - auth/old [2025-03-26]
  - skills [extension]
Server scenarios:
  none
`;
  expect(parseScenarios(list, '2025-11-25')).toEqual([
    { name: 'initialize', isScored: false, revision: '2025-11-25' },
    { name: 'auth/old', isScored: false, revision: '2025-03-26' },
    { name: 'skills', isScored: false, revision: '2025-11-25' },
  ]);
});
