import { expect } from 'vitest';
import { PeerError } from 'garuda-mcp';
import { endOfError, endOfResult } from '../../../src/client/trace/span-end.ts';
import { proves } from '../../support/proves.ts';

for (const { method, result, failed } of [
  { method: 'tools/call', result: { content: [], isError: true }, failed: true },
  { method: 'tools/call', result: { content: [], isError: false }, failed: false },
  { method: 'tasks/result', result: { content: [], isError: true }, failed: true },
  { method: 'prompts/get', result: { messages: [], isError: true }, failed: false },
]) {
  const says = JSON.stringify(result);
  proves('H-13', `${method} with ${says} is ${failed ? 'a failed tool' : 'well'}`, () => {
    const attributes = failed ? { 'error.type': 'tool_error' } : {};
    expect(endOfResult(method, result)).toEqual({ failed, attributes });
  });
}

proves('H-13', 'the words of a server are cut, its number stands twice', () => {
  const error = new PeerError({ code: -32_603, message: 'x'.repeat(501) }, { server: 's' });
  expect(endOfError(error)).toEqual({
    failed: true,
    message: 'x'.repeat(500),
    attributes: { 'error.type': '-32603', 'rpc.response.status_code': '-32603' },
  });
});

proves('H-13', 'an error that is none of ours has the type that OpenTelemetry has for it', () => {
  const end = { failed: true, attributes: { 'error.type': '_OTHER' } };
  expect(endOfError(new TypeError('secret'))).toEqual(end);
});
