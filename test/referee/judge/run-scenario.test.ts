import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureInstalled } from '../ensure-installed.mjs';
import { requiredScenarios } from './required-scenarios.mjs';
import { runScenario } from './run-scenario.mjs';

const INSTALL_LIMIT_MS = 600_000;
const RUN_LIMIT_MS = 60_000;

beforeAll(() => ensureInstalled(), INSTALL_LIMIT_MS);

const standIn = (name: string): string =>
  `node '${fileURLToPath(new URL(`stand-ins/${name}.mjs`, import.meta.url))}'`;

describe('the verdict on a client whose behaviour is known', () => {
  test.each([
    { client: 'adds', scenario: 'tools_call', reason: undefined },
    { client: 'does-nothing', scenario: 'tools_call', reason: /tool-add-numbers/ },
    { client: 'does-nothing', scenario: 'http-standard-headers', reason: /no check succeeded/ },
    { client: 'does-nothing', scenario: 'auth/client-credentials-jwt', reason: /token/ },
    { client: 'fails', scenario: 'tools_call', reason: /the client exited with 3: no such luck/ },
    { client: 'dies', scenario: 'tools_call', reason: /the client exited with 137/ },
    { client: 'hides-its-name', scenario: 'request-metadata', reason: /^warning: / },
  ])(
    '$client in $scenario',
    async ({ client, scenario, reason }) => {
      const order = { name: scenario, revision: '2026-07-28', timeoutMs: 20_000 };
      const { passed, reasons } = await runScenario({ ...order, client: standIn(client) });
      expect(passed).toBe(reason === undefined);
      expect(reasons.join('\n')).toMatch(reason ?? /^$/);
    },
    RUN_LIMIT_MS,
  );

  test(
    'hangs, past the end of its shell',
    async () => {
      const order = { name: 'tools_call', revision: '2026-07-28', timeoutMs: 500, marginMs: 1000 };
      const { passed, reasons } = await runScenario({ ...order, client: standIn('hangs') });
      expect(passed).toBe(false);
      expect(reasons[0]).toMatch(/did not end/);
    },
    RUN_LIMIT_MS,
  );
});

describe('the scenarios of a requirement set', () => {
  test.each([
    { revision: '2025-11-25', scored: 18, unscored: 7 },
    { revision: '2026-07-28', scored: 32, unscored: 7 },
  ])('$revision', async ({ revision, scored, unscored }) => {
    const scenarios = await requiredScenarios(revision);
    expect(scenarios.filter(({ isScored }) => isScored)).toHaveLength(scored);
    expect(scenarios.filter(({ isScored }) => !isScored)).toHaveLength(unscored);
  });

  test('an unknown one is refused by name', async () => {
    await expect(requiredScenarios('2024-01-01')).rejects.toThrow(/--requirements 2024-01-01: /);
  });
});
