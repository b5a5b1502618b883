import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { fileStore } from '../../../src/oauth/node/index.ts';
import { KeptEntry } from '../../../src/oauth/keeping/kept-entry.ts';
import { proves } from '../../support/proves.ts';
import { serverKey, someEntry } from '../keeping/some-entry.ts';
import { storeContract } from '../keeping/store-contract.ts';

const root = await mkdtemp(join(tmpdir(), 'garuda-store-'));
afterAll(() => rm(root, { recursive: true, force: true }));

let places = 0;

/** A place in a folder that is not there yet. */
function somePlace(): string {
  places += 1;
  return join(root, `place-${places}`, 'deep', 'auth.json');
}

async function placeWith(text: string | Uint8Array, mode = 0o600): Promise<string> {
  const path = somePlace();
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o7777;
}

storeContract('file', async () => {
  const path = somePlace();
  return [fileStore(path), fileStore(path)];
});

proves('AUTH-63', 'the file is for its owner alone, and so is its folder', async () => {
  const path = somePlace();
  await new KeptEntry(fileStore(path), serverKey).update(() => someEntry());
  expect(await modeOf(path)).toBe(0o600);
  expect(await modeOf(join(path, '..'))).toBe(0o700);
  expect(await modeOf(join(path, '../..'))).toBe(0o700);
  expect(await readdir(join(path, '..'))).toEqual(['auth.json']);
});

proves('AUTH-63', 'a generous mask makes it no wider', async () => {
  const before = process.umask(0);
  const path = somePlace();
  try {
    await fileStore(path).compareAndSwap('key', 0, 'value');
    const lock = await fileStore(path).lock('key');
    const names = await readdir(join(path, '..'));
    expect(names).toHaveLength(2);
    for (const name of ['', ...names]) {
      expect((await modeOf(join(path, '..', name))) & 0o077, name).toBe(0);
    }
    await lock.release();
  } finally {
    process.umask(before);
  }
});

test('the file can be read by a person', async () => {
  const path = somePlace();
  await new KeptEntry(fileStore(path), serverKey).update(() => someEntry());
  const text = await readFile(path, 'utf8');
  const content = JSON.parse(text) as { generation: number };
  const { generation } = content;
  expect(content).toEqual({
    version: 1,
    generation: expect.any(Number),
    entries: { [serverKey]: { generation, value: someEntry() } },
  });
  expect(text.split('\n')).toContain('  "version": 1,');
});

test('what others keep in the file stays', async () => {
  const others = {
    of: 'somebody',
    entries: { odd: 'no entry', key: { generation: 3, value: 'text', note: 'gone with it' } },
  };
  const path = await placeWith(JSON.stringify({ version: 1, generation: 3, ...others }));
  const store = fileStore(path);
  expect(await store.read('key')).toEqual({ generation: 3, value: 'text' });
  await store.compareAndSwap('new', 0, '{"a":1}');
  await store.compareAndSwap('key', 3, undefined);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
    of: 'somebody',
    entries: { odd: 'no entry', new: { value: { a: 1 } } },
  });
  await expect(store.read('odd')).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await expect(store.compareAndSwap('odd', 0, 'x')).rejects.toMatchObject({ code: 'STORE_FAILED' });
});

test('a removed file does not bring a generation back', async () => {
  const path = somePlace();
  const store = fileStore(path);
  await store.compareAndSwap('key', 0, 'old');
  const { generation } = (await store.read('key'))!;
  await rm(path);
  expect(await store.read('key')).toBeUndefined();
  await store.compareAndSwap('key', 0, 'new');
  expect(await store.compareAndSwap('key', generation, 'late')).toBe(false);
  expect((await store.read('key'))?.value).toBe('new');
});

test('a clock that goes back does not either', async () => {
  const path = somePlace();
  let now = 2_000_000_000_000;
  const clock = {
    now: () => now,
    setTimer: (callback: () => void, afterMs: number) => setTimeout(callback, afterMs),
    clearTimer: (timer: object | number) => clearTimeout(timer as number),
  };
  const store = fileStore(path, { clock });
  await store.compareAndSwap('key', 0, 'first');
  const { generation } = (await store.read('key'))!;
  expect(generation).toBe(now);
  await store.compareAndSwap('key', generation, undefined);
  now = 5;
  await store.compareAndSwap('key', 0, 'second');
  expect((await store.read('key'))?.generation).toBe(generation + 2);
});

const secret = 'hidden-secret';

test.each([
  { why: 'nothing in it', text: '', says: 'is not JSON' },
  { why: 'half of what it had', text: `{"version":1,"a":"${secret}`, says: 'is not JSON' },
  { why: 'a list in it', text: `["${secret}"]`, says: 'is not a JSON object' },
  {
    why: 'a newer version',
    text: `{"version":2,"generation":1,"entries":{"a":"${secret}"}}`,
    says: 'not of version 1',
  },
  { why: 'no entries', text: `{"version":1,"generation":1,"a":"${secret}"}`, says: '"entries"' },
  { why: 'no generation', text: `{"version":1,"entries":{"a":"${secret}"}}`, says: '"generation"' },
  {
    why: 'a generation that cannot be counted on',
    text: `{"version":1,"generation":1e300,"entries":{"a":"${secret}"}}`,
    says: '"generation"',
  },
  {
    why: 'an entry without a generation',
    text: `{"version":1,"generation":1,"entries":{"key":{"value":"${secret}"}}}`,
    says: '"generation"',
  },
  {
    why: 'an entry without a value',
    text: `{"version":1,"generation":1,"entries":{"key":{"generation":1,"value":["${secret}"]}}}`,
    says: '"value"',
  },
  {
    why: 'bytes that are no text',
    text: Uint8Array.from([...Buffer.from(`"${secret}`), 0xff, 0xfe]),
    says: 'is not UTF-8',
  },
  { why: 'too much in it', text: `"${secret}${' '.repeat(16 * 1_048_576)}"`, says: 'more than' },
])('a file with $why is refused by its path and left as it is', async ({ text, says }) => {
  const path = await placeWith(text);
  const store = fileStore(path);
  for (const use of [() => store.read('key'), () => store.compareAndSwap('key', 0, 'value')]) {
    const error: unknown = await use().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'OAuthError', code: 'STORE_FAILED' });
    expect(String(error)).toContain(path);
    expect(String(error)).toContain(says);
    expect(String(error) + String((error as Error).cause)).not.toContain(secret);
  }
  expect(Buffer.compare(await readFile(path), Buffer.from(text as string))).toBe(0);
  expect(await readdir(join(path, '..'))).toEqual(['auth.json']);
});

proves('AUTH-63', 'a file that others may read is narrowed, and that is told', async () => {
  const path = await placeWith('{"version":1,"generation":0,"entries":{}}', 0o644);
  const told: unknown[] = [];
  const store = fileStore(path, { onNarrowed: (...narrowed) => void told.push(narrowed) });
  await store.read('key');
  await store.read('key');
  expect(told).toEqual([[path, 0o644]]);
  expect(await modeOf(path)).toBe(0o600);
  await chmod(path, 0o660);
  await fileStore(path).compareAndSwap('key', 0, 'value');
  expect(await modeOf(path)).toBe(0o600);
});

proves('AUTH-63', 'a symbolic link is refused, and what it leads to is not touched', async () => {
  const elsewhere = await placeWith('{"version":1,"generation":0,"entries":{}}', 0o644);
  const path = join(elsewhere, '../link.json');
  await symlink(elsewhere, path);
  const store = fileStore(path);
  await expect(store.read('key')).rejects.toThrow('is a symbolic link');
  await expect(store.compareAndSwap('key', 0, 'value')).rejects.toThrow('is a symbolic link');
  expect(await modeOf(elsewhere)).toBe(0o644);
  expect(await readFile(elsewhere, 'utf8')).toBe('{"version":1,"generation":0,"entries":{}}');
});

test('a link that leads nowhere is refused as well, and nothing is made there', async () => {
  const path = join(root, 'nowhere.json');
  await symlink(join(root, 'planted.json'), path);
  await expect(fileStore(path).compareAndSwap('key', 0, 'v')).rejects.toThrow('symbolic link');
  await expect(stat(join(root, 'planted.json'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('what is no file is refused, and nothing waits for it', async () => {
  const pipe = join(root, 'pipe.json');
  execFileSync('mkfifo', ['-m', '600', pipe]);
  const folder = join(root, 'folder.json');
  await mkdir(folder);
  for (const path of [pipe, folder]) {
    await expect(fileStore(path).read('key')).rejects.toThrow(`${path} is not a file`);
    await expect(fileStore(path).compareAndSwap('key', 0, 'v')).rejects.toThrow('is not a file');
  }
});

proves(
  'AUTH-63',
  'a folder that everybody may write to is refused, unless it is sticky',
  async () => {
    const folder = join(root, 'open');
    await mkdir(folder);
    await chmod(folder, 0o777);
    const store = fileStore(join(folder, 'auth.json'));
    const message = 'everybody may replace';
    await expect(store.compareAndSwap('key', 0, 'value')).rejects.toThrow(message);
    await expect(store.lock('key')).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(await readdir(folder)).toEqual([]);
    await chmod(folder, 0o1777);
    expect(await store.compareAndSwap('key', 0, 'value')).toBe(true);
  },
);

test('what the system refuses is told with the path and its own code', async () => {
  const inTheWay = await placeWith('');
  const path = join(inTheWay, 'auth.json');
  const store = fileStore(path);
  for (const use of [
    () => store.read('key'),
    () => store.compareAndSwap('key', 0, 'v'),
    () => store.lock('key'),
  ]) {
    const error: unknown = await use().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'STORE_FAILED' });
    expect(String(error)).toContain(`${path} could not be `);
    expect(String(error)).toMatch(/: (ENOTDIR|EEXIST) \[STORE_FAILED\]$/);
  }
});

test('a relative path is meant from where the program was', async () => {
  const before = process.cwd();
  process.chdir(root);
  const store = fileStore('relative.json');
  process.chdir(before);
  await store.compareAndSwap('key', 0, 'value');
  expect(await modeOf(join(root, 'relative.json'))).toBe(0o600);
});

proves('AUTH-63', 'a file of another user is refused', async () => {
  const isRoot = process.geteuid!() === 0;
  if (isRoot) process.seteuid!(65_534);
  try {
    const store = fileStore('/etc/passwd');
    await expect(store.read('key')).rejects.toThrow('belongs to another user');
  } finally {
    if (isRoot) process.seteuid!(0);
  }
});

test('whoever may write for another user leaves the file to that user', async () => {
  const path = await placeWith('{"version":1,"generation":0,"entries":{}}');
  const uid = process.geteuid!() === 0 ? 65_534 : process.geteuid!();
  await chown(path, uid, -1);
  await fileStore(path).compareAndSwap('key', 0, 'value');
  expect((await stat(path)).uid).toBe(uid);
  expect((await fileStore(path).read('key'))?.value).toBe('value');
});

test('what is left of writers and waiters that ended is cleared away', async () => {
  const path = await placeWith('{"version":1,"generation":0,"entries":{}}');
  const folder = join(path, '..');
  const store = fileStore(path);
  const lock = await store.lock('key');
  const held = (await readdir(folder)).find((name) => name.endsWith('.in-use'));
  const [owner = ''] = await readdir(join(folder, held!));
  const [, start, place, once] = owner.split('.');
  await lock.release();
  const ended = ['999999999', start, place, once].join('.');
  const foreign = ['4711', start, '0123456789abcdef', once].join('.');
  const left = [
    `auth.json.${crypto.randomUUID()}.tmp`,
    `auth.json.in-use.${ended}`,
    `auth.json.0123456789abcdef.in-use.${ended}`,
  ];
  const others = [
    `auth.json.in-use.${foreign}`,
    `other.json.${crypto.randomUUID()}.tmp`,
    'auth.json.tmp',
    'auth.json.bak',
  ];
  for (const name of [...left, ...others]) await mkdir(join(folder, name));
  expect(await store.compareAndSwap('key', 0, 'value')).toBe(true);
  expect((await readdir(folder)).toSorted()).toEqual(['auth.json', ...others].toSorted());
});
