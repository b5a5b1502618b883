import { expect } from 'vitest';
import { Session } from '../../../src/transport/http/session.ts';
import { proves } from '../../support/proves.ts';

const ids = [
  { why: 'visible ASCII', id: '!a~0-9', offer: 'issued', kept: '!a~0-9' },
  { why: 'none', id: undefined, offer: 'none', kept: undefined },
  { why: 'empty', id: '', offer: 'unusable', kept: undefined },
  { why: 'a space', id: 'a b', offer: 'unusable', kept: undefined },
  { why: 'two, joined', id: 'a, b', offer: 'unusable', kept: undefined },
  { why: 'a control character', id: 'a\u0001', offer: 'unusable', kept: undefined },
  { why: 'a letter beyond ASCII', id: 'é', offer: 'unusable', kept: undefined },
];
for (const { why, id, offer, kept } of ids) {
  proves(['HTL-05', 'A-07'], `a session id, ${why}: ${offer}`, () => {
    const session = new Session();
    expect(session.take(id === undefined ? {} : { 'mcp-session-id': id })).toBe(offer);
    expect(session.id).toBe(kept);
    expect(session.isAlive).toBe(kept !== undefined);
  });
}

proves('A-07', 'a new handshake replaces the session, and a lost one is still named', () => {
  const session = new Session();
  session.take({ 'mcp-session-id': 'one' });
  session.lose();
  expect([session.id, session.isAlive]).toStrictEqual(['one', false]);
  session.take({ 'mcp-session-id': 'two' });
  expect([session.id, session.isAlive]).toStrictEqual(['two', true]);
  session.take({});
  expect([session.id, session.isAlive]).toStrictEqual([undefined, false]);
});
