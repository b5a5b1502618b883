import type { ServerResponse } from 'node:http';

/**
 * Answers a browser. The texts are our own: nothing of a request is in them, and no program runs in them.
 */
export function answerBrowser(
  response: ServerResponse,
  status: number,
  text: string,
  done?: () => void,
): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    // A code is in the address of this page.
    'referrer-policy': 'no-referrer',
    // A browser would hold the connection for minutes, and the program with it.
    connection: 'close',
    ...(status === 405 ? { allow: 'GET' } : {}),
  });
  response.end(`<!doctype html><meta charset="utf-8"><title>Sign-in</title><p>${text}</p>\n`, done);
}
