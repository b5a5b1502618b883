import type { SignInOptions } from 'garuda-mcp/testing';
import { expect } from 'vitest';
import { proves } from '../../support/proves.ts';
import { onStage } from './flow.ts';
import { expectNoViolation, failureOf, granted } from './seen.ts';

const servers: SignInOptions = {
  resource: { scope: 'basic', scopes: ['basic', 'decoy'], tools: { write: 'files:write' } },
};

/** The scopes that were asked for on each page. */
function askedIn(requests: readonly { readonly parameters: Readonly<Record<string, string>> }[]) {
  return requests.map(({ parameters }) => parameters['scope']?.split(' ').toSorted());
}

proves(['AUTH-71', 'AUTH-74', 'W-58'], 'more scope: a new sign-in, with all together', async () => {
  await onStage({ servers }, async ({ signIn, join }) => {
    const client = await join();
    expect(await client.callTool('write')).toMatchObject({ content: [{ text: 'written' }] });
    expect(askedIn(signIn.at('authorization'))).toEqual([['basic'], ['basic', 'files:write']]);
    expect(granted(signIn, 'refresh_token')).toEqual([]);
    expect(signIn.at('registration')).toHaveLength(1);
    await client.callTool('read');
    expect(signIn.at('authorization')).toHaveLength(2);
    expectNoViolation(signIn);
  });
});

proves(['AUTH-72', 'W-58'], 'refused for ever: at most three sign-ins', async () => {
  await onStage({ servers: { ...servers, deviations: ['step-up-for-ever'] } }, async (stage) => {
    const { signIn, join } = stage;
    const client = await join();
    expect(await failureOf(client.callTool('write'))).toMatchObject({ code: 'SCOPE_REFUSED' });
    const { length } = signIn.at('authorization');
    expect(length).toBeLessThanOrEqual(3);
    expect(await failureOf(client.callTool('write'))).toMatchObject({ code: 'SCOPE_REFUSED' });
    expect(signIn.at('authorization').length).toBeLessThanOrEqual(3);
    expect(await client.callTool('read')).toMatchObject({ content: [{ text: 'read' }] });
    expectNoViolation(signIn);
  });
});

proves('AUTH-73', 'a 403 that asks for nothing begins no sign-in', async () => {
  await onStage({}, async ({ signIn, person, join }) => {
    const client = await join();
    signIn.misbehave({ on: 'mcp', name: 'write' }, { kind: 'status', status: 403 });
    await expect(client.callTool('write')).rejects.toThrow('403');
    expect(person.pages).toHaveLength(1);
    expect(granted(signIn, 'refresh_token')).toEqual([]);
  });
});

proves('AUTH-74', 'what needs no more scope goes on meanwhile', async () => {
  await onStage({ servers }, async ({ signIn, join }) => {
    const client = await join();
    const held = signIn.misbehave({ on: 'authorization' }, { kind: 'hold' });
    const writing = client.callTool('write');
    await held.until();
    expect(await client.callTool('read')).toMatchObject({ content: [{ text: 'read' }] });
    held.release();
    held.stop();
    expect(await writing).toMatchObject({ content: [{ text: 'written' }] });
    expectNoViolation(signIn);
  });
});

proves(
  ['AUTH-72', 'W-58'],
  'a server that grants less than is asked: at most three sign-ins in all',
  async () => {
    const resource = { scope: 'basic', tools: { write: 'files:write' } };
    await onStage({ servers: { resource, deviations: ['scopes-fewer'] } }, async (stage) => {
      const client = await stage.join();
      const error = await failureOf(client.callTool('write'));
      expect(error).toMatchObject({ code: 'SCOPE_REFUSED' });
      expect(stage.signIn.at('authorization').length).toBeLessThanOrEqual(3);
    });
  },
);

proves(
  ['AUTH-74', 'W-58'],
  'several calls that need more scope at once: one sign-in, and all succeed',
  async () => {
    const resource = { scope: 'basic', tools: { write: 'files:write' } };
    await onStage({ servers: { resource } }, async ({ signIn, join }) => {
      const client = await join();
      const held = signIn.misbehave({ on: 'authorization' }, { kind: 'hold' });
      const calls = Array.from({ length: 5 }, () => client.callTool('write'));
      const ended = Promise.allSettled(calls);
      await held.until();
      held.release();
      held.stop();
      expect((await ended).map(({ status }) => status)).toEqual(calls.map(() => 'fulfilled'));
      expect(signIn.at('authorization')).toHaveLength(2);
    });
  },
);
