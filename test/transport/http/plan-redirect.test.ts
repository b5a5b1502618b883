import { expect } from 'vitest';
import { planRedirect } from '../../../src/transport/http/plan-redirect.ts';
import { proves } from '../../support/proves.ts';

const from = new URL('https://mcp.example.com/mcp');

const followed = [
  { location: '/v2', url: 'https://mcp.example.com/v2' },
  { location: 'https://mcp.example.com/v2?a=1', url: 'https://mcp.example.com/v2?a=1' },
  { location: 'https://MCP.example.com:443/mcp/', url: 'https://mcp.example.com/mcp/' },
];
for (const { location, url } of followed) {
  for (const status of [307, 308]) {
    proves(['W-05', 'HTTP-22'], `${status} to ${location} is followed where set`, () => {
      const redirect = { status, location, from, followed: 0 };
      expect(planRedirect(redirect, 'same-origin')).toStrictEqual({
        kind: 'follow',
        url: new URL(url),
      });
      expect(planRedirect(redirect, 'never')).toStrictEqual({
        kind: 'stay',
        detail:
          'it points to the same origin, https://mcp.example.com, and followRedirects is not set',
      });
    });
  }
}

const refused = [
  {
    why: 'another host',
    location: 'https://evil.example/x?t=hunter22',
    says: 'https://evil.example',
  },
  { why: 'a subdomain', location: 'https://a.mcp.example.com/', says: 'https://a.mcp.example.com' },
  { why: 'another port', location: 'https://mcp.example.com:8443/', says: ':8443' },
  { why: 'http', location: 'http://mcp.example.com/mcp', says: 'http://mcp.example.com' },
  { why: 'a host without scheme', location: '//evil.example/', says: 'https://evil.example' },
  { why: 'a script', location: 'javascript:alert("hunter22")', says: 'javascript:' },
  { why: 'no URL', location: 'http://', says: 'no URL' },
  { why: 'nowhere', location: undefined, says: 'no Location header' },
  { why: 'a user name', location: 'https://u:hunter22@mcp.example.com/', says: 'a user name' },
  { why: '301', status: 301, location: '/v2', says: 'only 307 and 308' },
  { why: '302', status: 302, location: '/v2', says: 'only 307 and 308' },
  { why: '303', status: 303, location: '/v2', says: 'only 307 and 308' },
  { why: 'the fourth in a row', location: '/v2', hops: 3, says: 'after 3 others' },
];
for (const { why, status = 307, location, hops = 0, says } of refused) {
  proves(['W-05', 'HTTP-22', 'W-43'], `a redirect is not followed: ${why}`, () => {
    const plan = planRedirect({ status, location, from, followed: hops }, 'same-origin');
    const detail = plan.kind === 'stay' ? plan.detail : '';
    expect(detail).toContain(says);
    expect(detail).not.toContain('hunter22');
  });
}
