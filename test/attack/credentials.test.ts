import { expect } from 'vitest';
import { connect, http, type Credentials } from '../../src/index.ts';
import { HttpMcp } from '../fixtures/client/http-mcp.ts';
import { proves } from '../support/proves.ts';
import { me } from './server.ts';

const fault = (): never => {
  throw new Error('a fault of the credentials');
};
const throwing = {
  get authorization(): string {
    return fault();
  },
};

/** What credentials without types give in the place of header fields. */
const answers: Readonly<Record<string, () => unknown>> = {
  throw: fault,
  'give nothing': () => undefined,
  'give null': () => null,
  'give text': () => 'Bearer abc',
  'give a field that throws': () => throwing,
  'promise nothing': () => Promise.resolve(undefined),
  'promise a field that throws': () => Promise.resolve(throwing),
  'reject with nothing': () => Promise.reject(),
};

for (const [what, answer] of Object.entries(answers)) {
  const broken = { code: 'CREDENTIALS_FAILED' };

  proves(
    'W-25',
    `credentials that ${what} fail what they are wanted for, and nothing else`,
    async () => {
      await using server = await HttpMcp.start();
      const credentials = { headers: answer } as unknown as Credentials;
      await expect(connect(http(server.url, { credentials }), me)).rejects.toMatchObject(broken);
    },
  );

  proves('W-25', `credentials that ${what} when asked again do the same`, async () => {
    await using server = await HttpMcp.start({
      instead: (_request, response, { method }) => {
        if (method !== 'tools/call') return false;
        response.writeHead(401).end();
        return true;
      },
    });
    let isRefused = false;
    const credentials = {
      headers: () => (isRefused ? answer() : { authorization: 'Bearer abc' }),
      refused: () => {
        isRefused = true;
        return { kind: 'retry' };
      },
    } as unknown as Credentials;
    const client = await connect(http(server.url, { credentials }), me);
    await expect(client.callTool('x')).rejects.toMatchObject(broken);
    await client.close();
  });
}
