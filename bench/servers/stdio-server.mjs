// A server over stdio: `node stdio-server.mjs OPTIONS`, with the options of Answers as JSON, and
//   startsFile  a file that gets a byte from each process that is started
//   niceness    that of its session
import { appendFileSync } from 'node:fs';
import { once } from 'node:events';
import { Answers } from './answers.mjs';
import { favourSession } from './favour-session.mjs';

/** Notifications to one write. */
const BURST = 200;

const { startsFile, niceness, ...options } = JSON.parse(process.argv[2] ?? '{}');
if (startsFile !== undefined) appendFileSync(startsFile, 's');
if (niceness !== undefined) favourSession(niceness, 'self');
const answers = new Answers(options);
let rest = '';

process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  rest += text;
  const lines = rest.split('\n');
  rest = lines.pop();
  // What can be said at once goes out in one write: a write for each answer would be most of the time.
  let ready = '';
  for (const line of lines) {
    const answer = line === '' ? undefined : answers.to(JSON.parse(line));
    if (answer === undefined) continue;
    if (answer.kind === 'text') {
      ready += `${answer.text}\n`;
      continue;
    }
    if (ready !== '') process.stdout.write(ready);
    ready = '';
    if (answer.kind === 'large') void sendLarge(answer);
    else void sendBurst(answer);
  }
  if (ready !== '') process.stdout.write(ready);
});
process.stdin.on('end', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));

async function sendLarge({ head, tail, pieceBytes }) {
  const line = Buffer.concat([Buffer.from(head), tail, Buffer.from('\n')]);
  const size = pieceBytes ?? line.length;
  for (let at = 0; at < line.length; at += size) {
    await write(line.subarray(at, at + size));
    // A turn of its own for each piece, so that the client may read them one by one.
    if (size < line.length) await new Promise(setImmediate);
  }
}

async function sendBurst({ count, line, text }) {
  for (let at = 0; at < count; at += BURST) {
    const length = Math.min(BURST, count - at);
    await write(Array.from({ length }, (_, n) => `${line(at + n)}\n`).join(''));
  }
  await write(`${text}\n`);
}

async function write(what) {
  if (!process.stdout.write(what)) await once(process.stdout, 'drain');
}
