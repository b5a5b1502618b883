import { expect } from 'vitest';
import { bearerToken, connect, http, type Report } from '../../src/index.ts';
import { serverThatReplies, type ReplyToCall } from '../fixtures/attack/reflecting-server.ts';
import { proves } from '../support/proves.ts';
import { me } from './server.ts';

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };

/** What stands in the place of an answer, and answers nothing. */
const noAnswers: readonly unknown[] = [
  { jsonrpc: '2.0', error: 'boom' },
  { error: 'boom' },
  { error: { code: 1, message: 'boom' } },
  { jsonrpc: '2.0', id: null, error: { code: 'E1', message: 'boom' } },
  [{ jsonrpc: '2.0', error: 'boom' }],
];

for (const body of noAnswers) {
  const text = JSON.stringify(body);
  for (const [how, fields, sent, code] of [
    ['JSON', json, text, 'UNUSABLE_REPLY'],
    ['an event', events, `data: ${text}\n\n`, 'STREAM_ENDED'],
  ] as const) {
    proves('W-32', `${text} as ${how} fails its call at once`, async () => {
      await using server = await serverThatReplies((response) => {
        response.writeHead(200, fields).end(sent);
      });
      await using client = await connect(http(server.url), me);
      // Without that the call would wait for its time, which is longer than a test may take.
      await expect(client.callTool('x')).rejects.toMatchObject({ code });
    });
  }
}

const secret = 'Sup3rS3cretTokenValue';
const own = 'private-header-value';

/** Ways in which servers and gateways repeat what they were sent. */
const reflections: Readonly<Record<string, ReplyToCall>> = {
  'a JSON-RPC error in JSON': (response, { id }, asked) => {
    const error = { code: -1, message: `no ${asked.authorization}`, data: { asked } };
    response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, error }));
  },
  'a JSON-RPC error in a batch': (response, { id }, asked) => {
    const error = { code: -1, message: `no ${String(asked['x-own'])}`, data: [asked] };
    response.writeHead(200, json).end(JSON.stringify([{ jsonrpc: '2.0', id, error }]));
  },
  'a JSON-RPC error in an event': (response, { id }, asked) => {
    const error = { code: -1, message: `no ${String(asked['mcp-session-id'])}`, data: asked };
    response
      .writeHead(200, events)
      .end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, error })}\n\n`);
  },
  'fields of a refusal': (response, _message, asked) => {
    const fields = { 'x-asked': JSON.stringify(asked), 'www-authenticate': asked.authorization };
    response.writeHead(401, fields).end();
  },
  'the type of a reply': (response, _message, asked) => {
    response
      .writeHead(200, { 'content-type': `text/plain; from=${asked.authorization}` })
      .end('no');
  },
  'a long type of a reply, cut within the secret': (response, _message, asked) => {
    const type = `text/plain; pad=${'x'.repeat(75)}${asked.authorization}`;
    response.writeHead(200, { 'content-type': type }).end('no');
  },
  'the encoding of a reply': (response, _message, asked) => {
    response.writeHead(200, { ...json, 'content-encoding': asked.authorization }).end('no');
  },
  'JSON that is no answer': (response, _message, asked) => {
    response.writeHead(200, json).end(JSON.stringify({ asked: asked.authorization }));
  },
};

/** Everything that a log could show of an error or a report. */
function shown(value: unknown): string {
  const seen = (_key: string, each: unknown): unknown =>
    each instanceof Error ? [each.message, each.stack, each.cause, ...Object.values(each)] : each;
  return JSON.stringify(value, seen);
}

for (const [how, reply] of Object.entries(reflections)) {
  proves('A-16', `${how}: nothing secret is in the error`, async () => {
    await using server = await serverThatReplies(reply);
    const reports: Report[] = [];
    const credentials = bearerToken(() => secret);
    const target = http(server.url, { credentials, headers: { 'x-own': own } });
    await using client = await connect(target, me, { onReport: (report) => reports.push(report) });
    const error: unknown = await client.callTool('x').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    const session = 'session-1';
    for (const words of [secret.slice(0, 9), own, session]) {
      expect(shown([error, reports])).not.toContain(words);
    }
  });
}
