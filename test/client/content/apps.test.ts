import { expect } from 'vitest';
import { apps, appOfTool, appViewOf } from '../../../src/client/index.ts';
import { connected } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

const both = ['model', 'app'];
const board = 'ui://weather/board';

for (const revision of ['2025-11-25', '2026-07-28'] as const) {
  proves('APP-01', `${revision}: a host that shows apps says so, with their type`, async () => {
    const { client, declared, next, answer } = await connected(revision, {
      extensions: [apps],
      tasks: false,
    });
    const extensions = {
      'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
    };
    expect(declared).toEqual({ extensions });
    const list = client.listTools();
    const request = await next();
    const inEach = revision === '2026-07-28';
    expect(JSON.stringify(request).includes('text/html;profile=mcp-app')).toBe(inEach);
    await answer(request, { tools: [] });
    await list;
  });

  proves(['APP-02', 'APP-03'], `${revision}: all that a tool says of its app arrives`, async () => {
    const { client, next, answer, reports } = await connected(revision);
    const _meta = { ui: { resourceUri: board, visibility: ['app'], new: 1 }, 'com.example/x': [1] };
    const tool = { name: 'a', inputSchema: { type: 'object' }, _meta };
    const list = client.listTools();
    await answer(await next(), { tools: [tool] });
    const [listed] = await list;
    expect(listed).toEqual(tool);
    expect(appOfTool(listed ?? {})).toEqual({ resourceUri: board, visibility: ['app'] });
    expect(reports).toEqual([]);
  });

  proves('APP-04', `${revision}: a view is read as a resource, with its wishes`, async () => {
    const { client, next, answer } = await connected(revision);
    const _meta = {
      ui: { csp: { connectDomains: ['https://api.example.com'] }, prefersBorder: true },
    };
    const view = { uri: board, mimeType: 'text/html;profile=mcp-app', text: '<p>', _meta };
    const reading = client.readResource(board);
    const request = await next();
    expect(request).toMatchObject({ method: 'resources/read', params: { uri: board } });
    await answer(request, { contents: [view] });
    const [contents = view] = (await reading).contents;
    expect(contents).toEqual(view);
    expect(appViewOf(contents)).toMatchObject({
      csp: { connectDomains: ['https://api.example.com'], resourceDomains: [] },
      prefersBorder: true,
    });
  });
}

const tools: readonly { why: string; meta: object | undefined; app: object }[] = [
  { why: 'no metadata', meta: undefined, app: { visibility: both } },
  { why: 'no word of an app', meta: { a: 1 }, app: { visibility: both } },
  {
    why: 'an app',
    meta: { ui: { resourceUri: board } },
    app: { resourceUri: board, visibility: both },
  },
  {
    why: 'an app by the older key',
    meta: { 'ui/resourceUri': board },
    app: { resourceUri: board, visibility: both },
  },
  {
    why: 'both keys, of which the newer counts',
    meta: { ui: { resourceUri: board }, 'ui/resourceUri': 'ui://other' },
    app: { resourceUri: board, visibility: both },
  },
  {
    why: 'a newer key that is malformed',
    meta: { ui: { resourceUri: 5 }, 'ui/resourceUri': board },
    app: { resourceUri: board, visibility: both },
  },
  ...['https://example.com', 'UI', '', 5, null, ['ui://a'], ' ui://a'].map((resourceUri) => ({
    why: `${JSON.stringify(resourceUri)} as its URI`,
    meta: { ui: { resourceUri }, 'ui/resourceUri': resourceUri },
    app: { visibility: both },
  })),
  ...[5, null, [], 'text'].map((ui) => ({
    why: `${JSON.stringify(ui)} as its word of an app`,
    meta: { ui },
    app: { visibility: both },
  })),
];

for (const { why, meta, app } of tools) {
  proves('APP-02', `a tool with ${why}`, () => {
    expect(appOfTool(meta === undefined ? {} : { _meta: meta as never })).toEqual(app);
  });
}

const visibilities: readonly { given: unknown; is: readonly string[] }[] = [
  { given: ['model', 'app'], is: both },
  { given: ['app', 'model', 'app'], is: both },
  { given: ['model'], is: ['model'] },
  { given: ['app'], is: ['app'] },
  { given: ['app', 5, 'future'], is: ['app'] },
  { given: ['future'], is: [] },
  { given: [], is: [] },
  { given: 'app', is: both },
  { given: null, is: both },
];

for (const { given, is } of visibilities) {
  proves('APP-03', `${JSON.stringify(given)} means: for ${is.join(' and ') || 'nobody'}`, () => {
    expect(appOfTool({ _meta: { ui: { visibility: given } } })).toEqual({ visibility: is });
  });
}

const none = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
const nothing = { csp: none, permissions: [] };
const mimeType = 'text/html;profile=mcp-app';

const views: readonly {
  why: string;
  contents: object;
  listed?: object;
  view: object | undefined;
}[] = [
  { why: 'no metadata', contents: { uri: board, mimeType }, view: nothing },
  {
    why: 'everything',
    contents: {
      uri: board,
      mimeType: 'Text/HTML; profile=mcp-app',
      _meta: {
        ui: {
          csp: {
            connectDomains: ['https://api.example.com', 'wss://live.example.com:8443'],
            resourceDomains: ['https://*.example.com'],
            frameDomains: ['https://video.example.com'],
            baseUriDomains: ['https://cdn.example.com'],
          },
          permissions: { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {} },
          domain: 'a.views.example.com',
          prefersBorder: false,
        },
      },
    },
    view: {
      csp: {
        connectDomains: ['https://api.example.com', 'wss://live.example.com:8443'],
        resourceDomains: ['https://*.example.com'],
        frameDomains: ['https://video.example.com'],
        baseUriDomains: ['https://cdn.example.com'],
      },
      permissions: ['camera', 'microphone', 'geolocation', 'clipboardWrite'],
      domain: 'a.views.example.com',
      prefersBorder: false,
    },
  },
  {
    why: 'malformed members',
    contents: {
      uri: board,
      mimeType,
      _meta: {
        ui: {
          csp: {
            connectDomains: 'https://a.example.com',
            resourceDomains: [5, 'https://b.example.com'],
          },
          permissions: { camera: true, microphone: null, geolocation: {}, usb: {} },
          domain: 5,
          prefersBorder: 'yes',
        },
      },
    },
    view: {
      csp: { ...none, resourceDomains: ['https://b.example.com'] },
      permissions: ['geolocation'],
    },
  },
  ...[5, null, [], 'text'].map((odd) => ({
    why: `${JSON.stringify(odd)} in the place of objects`,
    contents: { uri: board, mimeType, _meta: { ui: { csp: odd, permissions: odd } } },
    view: nothing,
  })),
  {
    why: 'origins that would change a policy',
    contents: {
      uri: board,
      mimeType,
      _meta: {
        ui: {
          csp: {
            connectDomains: [
              "https://a.example.com; script-src 'unsafe-eval'",
              "'unsafe-inline'",
              'https://a.example.com https://b.example.com',
              'https://a.example.com,https://b.example.com',
              'https://a.example.com\nx: y',
              '"',
              '',
              'https://é.example.com',
              'https://c.example.com',
            ],
          },
        },
      },
    },
    view: { csp: { ...none, connectDomains: ['https://c.example.com'] }, permissions: [] },
  },
  {
    why: 'its wishes in the list only',
    contents: { uri: board, mimeType },
    listed: { _meta: { ui: { prefersBorder: true } } },
    view: { ...nothing, prefersBorder: true },
  },
  {
    why: 'wishes in both places, of which the contents count',
    contents: { uri: board, mimeType, _meta: { ui: { domain: 'a' } } },
    listed: { _meta: { ui: { domain: 'b', prefersBorder: true } } },
    view: { ...nothing, domain: 'a' },
  },
  { why: 'another type', contents: { uri: board, mimeType: 'text/html' }, view: undefined },
  { why: 'no type', contents: { uri: board }, view: undefined },
  { why: 'another scheme', contents: { uri: 'https://example.com', mimeType }, view: undefined },
];

for (const { why, contents, listed, view } of views) {
  proves('APP-04', `a view with ${why}`, () => {
    expect(appViewOf(contents as never, listed as never)).toEqual(view);
  });
}
