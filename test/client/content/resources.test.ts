import { expect } from 'vitest';
import { expandTemplate, isNotFound, templateVariables } from '../../../src/client/index.ts';
import { connected, failureOf, paramsOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

for (const revision of ['2024-11-05', '2025-11-25', '2026-07-28'] as const) {
  const read = async (contents: readonly unknown[]): Promise<unknown> => {
    const { client, next, answer } = await connected(revision);
    const reading = client.readResource('a://b').catch((error: unknown) => error);
    await answer(await next(), { contents });
    return await reading;
  };

  proves('RES-02', `${revision}: several contents, text and base64, empty ones too`, async () => {
    const contents = [
      { uri: 'a://b/1', mimeType: 'text/plain', text: 'one' },
      { uri: 'a://b/2', blob: 'AA==' },
      { uri: 'a://b/3', text: '' },
      { uri: 'a://b/4', blob: '' },
    ];
    expect(await read(contents)).toMatchObject({ contents });
  });

  proves('RES-02', `${revision}: no contents at all are no error`, async () => {
    expect(await read([])).toHaveProperty('contents', []);
  });

  proves(
    'RES-02',
    `${revision}: contents that are neither text nor base64 are an error`,
    async () => {
      for (const contents of [[{ uri: 'a://b' }], [{ text: 'a' }], [null]]) {
        expect(await read(contents)).toMatchObject({ code: 'INVALID_RESULT' });
      }
    },
  );

  for (const uri of ['https://example.com/a?b#c', 'http://a', 'file:///a', 'x-y:z', 'no uri', '']) {
    proves('RES-03', `${revision}: ${JSON.stringify(uri)} is read through its server`, async () => {
      const { client, next, answer } = await connected(revision);
      const reading = client.readResource(uri);
      const request = await next();
      expect(request['method']).toBe('resources/read');
      expect(paramsOf(request)).toEqual({ uri });
      await answer(request, { contents: [{ uri, text: 'a' }] });
      expect((await reading).contents).toEqual([{ uri, text: 'a' }]);
    });
  }

  for (const [code, notFound] of [
    [-32602, true],
    [-32002, true],
    [-32603, false],
  ] as const) {
    proves('RES-01', `${revision}: ${code} on a read: not found is ${notFound}`, async () => {
      const { client, next, refuse } = await connected(revision);
      const failed = failureOf(client.readResource('a://b'));
      await refuse(await next(), { code, data: { uri: 'a://b' } });
      expect(isNotFound(await failed)).toBe(notFound);
    });
  }

  proves('RES-04', `${revision}: a template is completed, expanded and read`, async () => {
    const { client, next, answer } = await connected(revision);
    const listing = client.listResourceTemplates();
    const uriTemplate = 'note://{day}/{title}{?from*}';
    await answer(await next(), { resourceTemplates: [{ uriTemplate, name: 'notes' }] });
    const [template = { uriTemplate: '', name: '' }] = await listing;
    expect(templateVariables(template.uriTemplate)).toEqual(['day', 'title', 'from']);
    const ref = { type: 'ref/resource', uri: template.uriTemplate } as const;
    const completing = client.complete(ref, { name: 'day', value: 'm' });
    const request = await next();
    expect(paramsOf(request)).toEqual({ ref, argument: { name: 'day', value: 'm' } });
    await answer(request, { completion: { values: ['mon day'] } });
    const [day] = (await completing).completion.values;
    const uri = expandTemplate(template.uriTemplate, { day, title: 'a/b', from: ['me', 'you'] });
    expect(uri).toBe('note://mon%20day/a%2Fb?from=me&from=you');
    const reading = client.readResource(uri);
    const second = await next();
    expect(paramsOf(second)).toEqual({ uri });
    await answer(second, { contents: [] });
    await reading;
  });
}
