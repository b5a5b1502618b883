// A server that logs as soon as it is spoken to, and ends without an answer.
process.stdin.once('data', () => {
  for (const data of ['starting', { token: 'hidden', why: 'no\u001b[2J database' }]) {
    const params = { level: 'error', logger: 'boot', data };
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })}\n`,
    );
  }
  process.stdout.end(() => process.exit(3));
});
