import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createS3Objects } from '../../../../../build/bench/sync/s3-objects.ts';

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function objectsWith(keys: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'cadsync-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const objects = createS3Objects(folder);
  for (const key of keys) await objects.put(key, bytesOf(key), '1700000000');
  return objects;
}

const keys = ['a/1', 'a/2', 'a (old)/1', 'b/c/3', 'b/d/4', 'e'];
const whole = { prefix: '', delimiter: '', from: '', limit: 100 };

test('objects are listed in order, page by page, each once', async () => {
  const objects = await objectsWith(keys);
  const listed: string[] = [];
  for (let from: string | undefined = ''; from !== undefined;) {
    const page = objects.list({ ...whole, from, limit: 2 });
    listed.push(...page.objects.map(({ key }) => key));
    from = page.next;
  }
  expect(listed).toEqual(keys.toSorted());
});

test('what lies behind a delimiter is one folder, and a folder with a longer name stays one of its own', async () => {
  const objects = await objectsWith(keys);
  const top = objects.list({ ...whole, delimiter: '/' });
  expect(top.folders).toEqual(['a (old)/', 'a/', 'b/']);
  expect(top.objects.map(({ key }) => key)).toEqual(['e']);
  expect(objects.list({ ...whole, prefix: 'b/', delimiter: '/' }).folders).toEqual(['b/c/', 'b/d/']);
});

test('a copy has the sum of its original, and what was removed is gone', async () => {
  const objects = await objectsWith(keys);
  const copied = await objects.copy('a/1', 'f/1', undefined);
  expect(copied).toMatchObject({ md5: objects.find('a/1')?.md5, sizeBytes: 3, modified: '1700000000' });
  expect(await objects.copy('nothing', 'f/2', undefined)).toBeUndefined();
  await objects.remove('a/1');
  expect(objects.find('a/1')).toBeUndefined();
  expect(objects.list(whole).objects.map(({ key }) => key)).not.toContain('a/1');
});
