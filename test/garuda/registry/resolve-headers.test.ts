import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RemoteServer } from '../../../src/garuda/registry/definition.ts';
import { RegistryError } from '../../../src/garuda/registry/fault.ts';
import {
  resolveHeaders,
  type ResolveHeadersOptions,
} from '../../../src/garuda/registry/resolve-headers.ts';
import { eventually } from '../../support/eventually.ts';
import { proves } from '../../support/proves.ts';
import { readServer } from './read-text.ts';

const secret = 'sk-very-secret-1234';
const environment = {
  PATH: process.env['PATH'],
  TOKEN: secret,
  BROKEN: `${secret}\r\nX-Evil: 1`,
  HIGH: `${secret}\u2013`,
  EMPTY: '',
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'garuda-headers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function serverWith(value: string): RemoteServer {
  const { file, faults } = readServer({
    url: 'https://example.com/mcp',
    headers: { 'X-Key': value },
  });
  expect(faults).toEqual([]);
  return file.servers[0] as RemoteServer;
}

function resolveOne(
  value: string,
  more: Partial<ResolveHeadersOptions> = {},
): Promise<Readonly<Record<string, string>>> {
  return resolveHeaders(serverWith(value), { environment, ...more });
}

describe('the value of a header', () => {
  for (const [written, value] of [
    ['plain', 'plain'],
    ['Bearer ${TOKEN}', `Bearer ${secret}`],
    ['!printf " %s \\n" "$TOKEN"', secret],
    ['! echo a | tr a b', 'b'],
    ['!echo "${TOKEN}"', secret],
    ['!echo told >&2; echo b', 'b'],
    ['a!echo b', 'a!echo b'],
  ] as const) {
    proves('H-17', `${written} is resolved`, async () => {
      expect(await resolveOne(written)).toEqual({ 'X-Key': value });
    });
  }

  for (const [written, words] of [
    ['${NONE}', 'there is no variable NONE'],
    ['${BROKEN}', 'a line break or another control character'],
    ['${HIGH}', 'a character over U+00FF'],
    ['${EMPTY}', 'is empty'],
    ['!true', 'is empty'],
    ['!echo "$TOKEN"; echo "$TOKEN"', 'a line break or another control character'],
    ['!echo "$TOKEN"; exit 3', 'its command ended with 3'],
    ['!echo "$TOKEN"; kill -9 $$', 'its command ended with SIGKILL'],
    ['!no-such-program-here', 'its command ended with 127'],
    ['!head -c 70000 /dev/zero', 'its command wrote more than 65536 bytes'],
  ] as const) {
    proves('H-17', `${written} is refused by name`, async () => {
      const error = await resolveOne(written).then(
        () => undefined,
        (caught: unknown) => caught,
      );
      expect(error).toBeInstanceOf(RegistryError);
      expect(error).toMatchObject({ code: 'UNUSABLE_HEADER' });
      const { message, cause } = error as RegistryError;
      expect(message).toContain(`the header "X-Key" of the server "a": `);
      expect(message).toContain(words);
      expect(message).not.toContain(secret);
      expect(message).not.toContain('\n');
      expect(cause).toBeUndefined();
    });
  }

  proves('H-17', 'from a variable that no system could have is refused the same way', async () => {
    const odd = { environment: { ...environment, NUL: `${secret}\0` } };
    await expect(resolveOne('${NUL}', odd)).rejects.toThrow(
      /^the header "X-Key" of the server "a": the value has a line break or another control character$/,
    );
    await expect(resolveOne('!echo x', odd)).rejects.toThrow(
      /^the header "X-Key" of the server "a": the shell for its command could not be started \(ERR_INVALID_ARG_VALUE\)$/,
    );
  });

  proves('H-17', "of a project's server is refused, and nothing is run", async () => {
    const server = { ...serverWith(`!touch ${join(folder, 'trap')}`), scope: 'project' as const };
    await expect(resolveHeaders(server, { environment })).rejects.toThrow(
      /the header "X-Key" of the server "a": only a server of the user's own file/,
    );
    expect(await readdir(folder)).not.toContain('trap');
  });

  proves('H-17', 'that takes too long ends with all that it started', async () => {
    const marker = `${process.pid}.5`;
    const running = resolveOne(`!sleep ${marker} & sleep ${marker}`, { timeoutMs: 200 });
    await expect(running).rejects.toThrow('its command took too long');
    await eventually(() => sleepers(marker)).toEqual([]);
  });

  test('whose command leaves something behind that holds its output open ends all the same', async () => {
    const marker = `${process.pid}.75`;
    await expect(resolveOne(`!sleep ${marker} & echo x`, { timeoutMs: 200 })).rejects.toThrow(
      'its command took too long',
    );
    await eventually(() => sleepers(marker)).toEqual([]);
  });

  test('is given up with its signal, before and while it runs', async () => {
    await expect(resolveOne('!echo x', { signal: AbortSignal.abort() })).rejects.toThrow(
      'its command was given up',
    );
    const controller = new AbortController();
    const running = resolveOne('!sleep 60', { signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toThrow('its command was given up');
  });
});

/** The processes that sleep for exactly so long. */
async function sleepers(marker: string): Promise<readonly string[]> {
  const { readFile } = await import('node:fs/promises');
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line === `sleep\0${marker}\0`);
}
