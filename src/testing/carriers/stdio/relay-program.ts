/**
 * The program of the process that stands for a scripted server: it passes on what comes in at stdin to
 * the test's own process, where the script is, and does what that one says. As a text, since a child
 * can run neither a function nor a file that a bundler has moved.
 *
 * Orders are a byte that says what, four that say how long, and so many: `o` for stdout, `e` for
 * stderr, `c` to close stdout, `x` to exit, with a code or a signal.
 */
export const relayProgram = `
const { connect } = require('node:net');
const { closeSync } = require('node:fs');
const [port, token] = process.argv.slice(1);
const home = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
home.write(token);
process.stdin.pipe(home);
process.stdin.on('error', () => home.end());
process.stdout.on('error', () => home.destroy());
home.on('error', () => {});
home.on('close', () => process.exit(0));
let kept = Buffer.alloc(0);
home.on('data', (chunk) => {
  kept = Buffer.concat([kept, chunk]);
  while (kept.length >= 5 && kept.length >= 5 + kept.readUInt32BE(1)) {
    const end = 5 + kept.readUInt32BE(1);
    obey(String.fromCharCode(kept[0]), kept.subarray(5, end));
    kept = kept.subarray(end);
  }
});
function obey(order, bytes) {
  if (order === 'o') process.stdout.write(bytes);
  else if (order === 'e') process.stderr.write(bytes);
  else if (order === 'c') process.stdout.end(() => closeSync(1));
  else {
    const { code, signal } = JSON.parse(bytes.toString());
    process.stdin.unpipe();
    process.stdout.write('', () => {
      if (signal === null) process.exit(code);
      else process.kill(process.pid, signal);
    });
  }
}
`;
