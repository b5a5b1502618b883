import { expect, test } from 'vitest';
import { planReply } from '../../../src/transport/http/plan-reply.ts';
import { proves } from '../../support/proves.ts';

const requestReplies = [
  { why: 'JSON', contentType: 'application/json', kind: 'read-json' },
  { why: 'JSON with a charset', contentType: 'application/json;charset=utf-8', kind: 'read-json' },
  { why: 'JSON in capitals', contentType: 'Application/JSON', kind: 'read-json' },
  { why: 'JSON with blanks', contentType: ' application/json ; a=b', kind: 'read-json' },
  { why: 'JSON named twice', contentType: 'application/json, application/json', kind: 'read-json' },
  { why: 'JSON of a profile', contentType: 'application/vnd.api+json', kind: 'read-json' },
  { why: 'JSON as text', contentType: 'text/json', kind: 'read-json' },
  { why: 'JSON with 202', status: 202, contentType: 'application/json', kind: 'read-json' },
  { why: 'no type', contentType: undefined, kind: 'read-json' },
  { why: 'an empty type', contentType: '', kind: 'read-json' },
  { why: 'events', contentType: 'text/event-stream', kind: 'read-events' },
  {
    why: 'events with a charset',
    contentType: 'text/event-stream; charset=utf-8',
    kind: 'read-events',
  },
  { why: 'events in capitals', contentType: 'TEXT/Event-Stream', kind: 'read-events' },
  { why: 'HTML', contentType: 'text/html; charset=utf-8', kind: 'unusable' },
  { why: 'plain text', contentType: 'text/plain', kind: 'unusable' },
  {
    why: 'JSON in a parameter only',
    contentType: 'text/plain;a=application/json',
    kind: 'unusable',
  },
  { why: 'almost JSON', contentType: 'application/jsonp', kind: 'unusable' },
  { why: 'no content', status: 204, contentType: undefined, kind: 'unusable' },
  { why: 'reset content', status: 205, contentType: 'application/json', kind: 'unusable' },
];
for (const { why, status = 200, contentType, kind } of requestReplies) {
  proves(['W-08', 'HTTP-09', 'HTL-03'], `the reply to a request, ${why}: ${kind}`, () => {
    expect(planReply({ status, contentType, forRequest: true }).kind).toBe(kind);
  });
}

for (const status of [200, 201, 202, 204, 299]) {
  for (const contentType of [undefined, 'application/json', 'text/html', 'text/event-stream']) {
    proves(
      ['W-08', 'HTL-02'],
      `a notification is accepted by ${status} with ${contentType}`,
      () => {
        expect(planReply({ status, contentType, forRequest: false }).kind).toBe('accepted');
      },
    );
  }
}

test.each([301, 302, 303, 307, 308])('%d is a redirect', (status) => {
  for (const forRequest of [true, false]) {
    expect(planReply({ status, contentType: 'application/json', forRequest }).kind).toBe(
      'redirected',
    );
  }
});

test.each([300, 304, 400, 401, 403, 404, 405, 406, 415, 429, 500, 503, 599])(
  '%d is a refusal',
  (status) => {
    for (const forRequest of [true, false]) {
      expect(planReply({ status, contentType: 'application/json', forRequest }).kind).toBe(
        'refused',
      );
    }
  },
);

proves(['W-08', 'W-43'], 'the error quotes the type, cut and without control characters', () => {
  const plan = planReply({
    status: 200,
    contentType: `text/html;\u0007${'x'.repeat(500)}`,
    forRequest: true,
  });
  expect(plan).toStrictEqual({
    kind: 'unusable',
    why: `expected the Content-Type application/json or text/event-stream, got "text/html;\\u0007${'x'.repeat(89)}"`,
  });
});
