import { expect } from 'vitest';
import { connect, type TaskStatus } from '../../../src/client/index.ts';
import { http } from '../../../src/transport/http.ts';
import { stdio } from '../../../src/transport/stdio.ts';
import { Reports } from '../../fixtures/client/reports.ts';
import { servers } from '../../referee/reference-servers.mjs';
import { startHttpServer } from '../../referee/start-http-server.mjs';
import { proves } from '../../support/proves.ts';

const me = { name: 'real', version: '1.0.0' };
const tool = 'simulate-research-query';

for (const way of ['stdio', 'HTTP'] as const) {
  proves(
    ['TSK-01', 'TSK-04', 'TSK-05', 'TSK-06'],
    `the official server runs a tool as a task, and asks while it runs, over ${way}`,
    async () => {
      const web = way === 'HTTP' ? await startHttpServer('everything') : undefined;
      const reports = new Reports();
      const states: TaskStatus['state'][] = [];
      let asked = 0;
      const target = web === undefined ? stdio(servers.everything) : http(web.url);
      const client = await connect(target, me, {
        probeMs: 30_000,
        onReport: reports.take,
        onElicit: () => {
          asked += 1;
          return { action: 'decline' };
        },
      });
      try {
        const listed = await client.listTools();
        expect(listed.find(({ name }) => name === tool)?.execution?.taskSupport).toBe('required');
        const onStatus = ({ state }: TaskStatus): void => {
          states.push(state);
        };
        const result = await client.callTool(
          tool,
          { topic: 'python', ambiguous: true },
          { task: { onStatus } },
        );
        expect(result.content).toMatchObject([{ type: 'text' }]);
        expect(JSON.stringify(result.content)).toContain('User declined');
        expect(asked).toBe(1);
        expect(states[0]).toBe('working');
        expect(states).toContain('input_required');
      } finally {
        await client.close();
        await web?.close();
      }
      expect(reports.all).toEqual([]);
    },
    60_000,
  );
}
