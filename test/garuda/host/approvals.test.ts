import { describe, expect, test } from 'vitest';
import { Approvals } from '../../../src/garuda/host/approvals.ts';
import type { Tool } from '../../../src/protocol/index.ts';
import {
  checkRules,
  denyAll,
  type Answer,
  type Question,
} from '../../../src/garuda/trust/index.ts';
import { failureOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

const reads: Tool = {
  name: 'read',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
};
const call = { server: 'files', tool: 'read', arguments: { path: 'docs/a' } };

function asking(...says: Answer[]) {
  const asked: Question[] = [];
  const ask = (question: Question): Promise<Answer> => {
    asked.push(question);
    return Promise.resolve(says.shift() ?? 'deny');
  };
  return { asked, prompt: { ask } };
}

proves('G-27', 'a tool is asked about, whatever its server says of it', async () => {
  const { asked, prompt } = asking('once', 'deny');
  const approvals = new Approvals(checkRules({}), prompt);
  await approvals.approve(call, reads, undefined);
  expect(asked[0]).toMatchObject({ kind: 'call', server: 'files' });
  expect(asked[0]?.facts).toEqual([
    { label: 'server', value: 'files' },
    { label: 'tool', value: 'read' },
    { label: 'hints', value: expect.stringMatching(/^not verified: only reads/) },
    { label: 'arguments', value: '{"path":"docs/a"}' },
  ]);
  expect(await failureOf(approvals.approve(call, reads, undefined))).toMatchObject({
    code: 'DENIED',
    message: 'the user does not allow the call of "read" of MCP server "files"',
  });
});

describe('rules', () => {
  proves('G-27', 'allow, for what their pattern fits, without a question', async () => {
    const { asked, prompt } = asking();
    const rules = checkRules({ allow: ['mcp__files__read({"path":"docs/*)'] });
    const approvals = new Approvals(rules, prompt);
    await approvals.approve(call, reads, undefined);
    expect(asked).toEqual([]);
    const elsewhere = { ...call, arguments: { path: '/etc/passwd' } };
    await failureOf(approvals.approve(elsewhere, reads, undefined));
    expect(asked).toHaveLength(1);
  });

  proves('G-27', 'deny, and nobody is asked', async () => {
    const { asked, prompt } = asking('remember');
    const approvals = new Approvals(checkRules({ deny: ['mcp__files__*'] }), prompt);
    expect(await failureOf(approvals.approve(call, reads, undefined))).toMatchObject({
      code: 'DENIED',
    });
    expect(asked).toEqual([]);
  });
});

test('what is allowed for good is so for that tool, in this run', async () => {
  const { asked, prompt } = asking('remember');
  const approvals = new Approvals(checkRules({}), prompt);
  await approvals.approve(call, reads, undefined);
  await approvals.approve({ ...call, arguments: {} }, reads, undefined);
  expect(asked).toHaveLength(1);
  await failureOf(
    approvals.approve({ ...call, tool: 'write' }, { ...reads, name: 'write' }, undefined),
  );
  expect(asked).toHaveLength(2);
});

test('where nobody is, nothing is allowed that no rule allows', async () => {
  const approvals = new Approvals(checkRules({}), denyAll);
  expect(await failureOf(approvals.approve(call, reads, undefined))).toMatchObject({
    code: 'DENIED',
  });
});
