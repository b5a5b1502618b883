import { expect } from 'vitest';
import { withhold, withoutSecrets } from '../../../src/transport/http/withhold.ts';
import { proves } from '../../support/proves.ts';

const sent = {
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2025-11-25',
  'Mcp-Name': 'a-tool-of-mine',
  'Mcp-Session-Id': '1868a90c-session',
  authorization: 'Bearer tok3n.of.mine',
  'x-api-key': 'k3y-k3y-k3y',
  'x-short': 'on',
};

const texts = [
  { text: 'Session 1868a90c-session not found', shown: 'Session [withheld] not found' },
  { text: 'got "Bearer tok3n.of.mine"', shown: 'got "[withheld]"' },
  { text: 'token tok3n.of.mine is too old', shown: 'token [withheld] is too old' },
  {
    text: '{"key":"k3y-k3y-k3y","n":"k3y-k3y-k3y"}',
    shown: '{"key":"[withheld]","n":"[withheld]"}',
  },
  { text: 'a-tool-of-mine is on since 2025-11-25', shown: 'a-tool-of-mine is on since 2025-11-25' },
  { text: '', shown: '' },
];
for (const { text, shown } of texts) {
  proves('HTL-05', `what a server repeats is withheld: ${text}`, () => {
    expect(withhold(text, sent)).toBe(shown);
  });
}

proves('HTL-05', 'secrets of the server stay out of its header fields', () => {
  const headers = { 'mcp-session-id': 's', 'set-cookie': 'c', 'www-authenticate': 'Bearer' };
  expect(withoutSecrets(headers, {})).toStrictEqual({ 'www-authenticate': 'Bearer' });
});
