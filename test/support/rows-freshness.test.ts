import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastChange } from './rows-freshness.ts';

test('the newest file or folder counts, installed packages and hidden files do not', () => {
  const root = mkdtempSync(join(tmpdir(), 'rows-'));
  try {
    const ages = {
      'src/a.ts': 100,
      'src/deep/b.ts': 200,
      'src/node_modules/c.js': 900,
      'src/.d': 900,
    };
    mkdirSync(join(root, 'src/deep'), { recursive: true });
    mkdirSync(join(root, 'src/node_modules'));
    for (const [name, seconds] of Object.entries(ages)) {
      writeFileSync(join(root, name), '');
      utimesSync(join(root, name), seconds, seconds);
    }
    utimesSync(join(root, 'src/deep'), 150, 150);
    utimesSync(join(root, 'src'), 50, 50);
    expect(lastChange([join(root, 'src'), join(root, 'not-there')])).toBe(200_000);

    utimesSync(join(root, 'src'), 300, 300);
    expect(lastChange([join(root, 'src')])).toBe(300_000);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('nothing at all never changed', () => {
  expect(lastChange([])).toBe(0);
});
