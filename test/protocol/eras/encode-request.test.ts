import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeRequest, membersOf } from '../../../src/protocol/eras/encode-request.ts';
import { legacyEra } from '../../../src/protocol/eras/legacy.ts';
import { modernEra } from '../../../src/protocol/eras/modern.ts';
import { proves } from '../../support/proves.ts';

test.each([
  { why: 'no parameters', params: undefined, text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' },
  {
    why: 'parameters',
    params: { a: 1 },
    text: '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1}}',
  },
])('a legacy request without progress: $why', ({ params, text }) => {
  expect(legacyEra('2025-11-25').encode(1, 'ping', params, undefined)).toBe(text);
});

test('a request is the same whichever way its text is made', () => {
  const values = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 });
  fc.assert(
    fc.property(values, values, fc.integer(), fc.string(), (params, meta, id, method) => {
      const { _meta, ...own } = params;
      const quick = JSON.parse(encodeRequest(id, method, own, membersOf(meta)));
      const stamped = Object.keys(meta).length === 0 ? {} : { _meta: meta };
      // Through JSON, since an object there may have a member named __proto__.
      expect(quick).toEqual(
        JSON.parse(JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...own, ...stamped } })),
      );
    }),
  );
});

describe('the protocol keys of a modern request', () => {
  const era = modernEra('2026-07-28', { me: { name: 'me', version: '1' }, capabilities: {} });
  const keys = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'me', version: '1' },
  };

  for (const params of [undefined, {}, { name: 'x' }, { name: 'x', _meta: { mine: 1 } }]) {
    proves(
      ['META-01', 'META-02', 'META-03'],
      `stand in each, and its own _meta stays: ${JSON.stringify(params)}`,
      () => {
        const sent = JSON.parse(era.encode(1, 'tools/list', params, undefined));
        expect(sent.params).toEqual({ ...params, _meta: { ...params?._meta, ...keys } });
      },
    );
  }

  test('win over what a caller gives', () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '1999-01-01',
      progressToken: 'mine',
    };
    const sent = JSON.parse(era.encode(7, 'tools/list', { _meta }, 7));
    expect(sent.params._meta).toEqual({ ...keys, progressToken: 7 });
  });
});
