import { expect, test } from 'vitest';
import { onStage } from './flow.ts';
import { expectNoViolation, failureOf } from './seen.ts';

// Each of these is what must be, and is not yet: it fails once it holds, and then goes to its place.

// AUTH-30, W-56
test.fails('a client that was forgotten, met at a refresh, registers once more', async () => {
  await onStage({ code: { timeoutMs: 300 } }, async ({ signIn, join }) => {
    const client = await join();
    signIn.expireTokens();
    signIn.purgeClients();
    await client.callTool('read');
    expect(signIn.at('registration')).toHaveLength(2);
    expectNoViolation(signIn);
  });
});

// AUTH-72, W-58
test.fails('a server that grants less than is asked: at most three sign-ins in all', async () => {
  const resource = { scope: 'basic', tools: { write: 'files:write' } };
  await onStage({ servers: { resource, deviations: ['scopes-fewer'] } }, async (stage) => {
    const client = await stage.join();
    const error = await failureOf(client.callTool('write'));
    expect(error).toMatchObject({ code: 'SCOPE_REFUSED' });
    expect(stage.signIn.at('authorization').length).toBeLessThanOrEqual(3);
  });
});

// AUTH-74, W-58
test.fails('several calls that need more scope at once: one sign-in, and all succeed', async () => {
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
});
