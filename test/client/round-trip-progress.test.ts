import { expect } from 'vitest';
import { connected } from '../support/connected.ts';
import { proves } from '../support/proves.ts';

proves('PRG-07', 'each round has a token of its own, and progress goes on', async () => {
  const progress: number[] = [];
  const { client, next, answer, say, reports } = await connected('2026-07-28', {
    onListRoots: () => [],
  });
  const result = client.callTool('a', {}, { onProgress: (each) => progress.push(each.progress) });
  const tokens: unknown[] = [];
  for (const round of [1, 2, 3]) {
    const request = await next();
    const { _meta } = request['params'] as { readonly _meta: { readonly progressToken: unknown } };
    const { progressToken } = _meta;
    tokens.push(progressToken);
    await say({ method: 'notifications/progress', params: { progressToken, progress: round } });
    // The round before is over, and so is its token.
    const old = { progressToken: tokens[round - 2], progress: 99 };
    if (round > 1) await say({ method: 'notifications/progress', params: old });
    const inputRequests = { r: { method: 'roots/list' } };
    const done = { content: [] };
    await answer(request, round < 3 ? { resultType: 'input_required', inputRequests } : done);
  }
  await result;
  expect(new Set(tokens).size).toBe(3);
  expect(progress).toEqual([1, 2, 3]);
  expect(reports).toEqual([]);
  await client.close();
});
