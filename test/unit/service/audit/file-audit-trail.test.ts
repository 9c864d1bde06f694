import { appendFile, mkdtemp, open, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AuditEntry } from '../../../../electron/service/audit/audit-trail.ts';
import { openFileAuditTrail } from '../../../../electron/service/audit/file-audit-trail.ts';
import { watchFlushing } from '../../../fakes/watch-flushing.ts';

const entry = (subject: string): AuditEntry => ({
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  tenantId: 'north',
  clientId: 'north',
  act: 'stored',
  operation: 'storeFile',
  subjects: [subject],
});

async function place(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-audit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'audit.jsonl');
}

it('a trail in a file has a line for each entry, in their order, for its user alone', async () => {
  const path = await place();
  const trail = await openFileAuditTrail(path);
  await Promise.all(['a', 'b', 'c'].map((subject) => trail.note(entry(subject))));
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as AuditEntry).subjects)).toEqual([['a'], ['b'], ['c']]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ at: '2026-01-02T03:04:05.000Z', clientId: 'north' });
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  await trail.close();
});

it('a trail goes on behind what is there, also where a crash cut the last line off', async () => {
  const path = await place();
  const first = await openFileAuditTrail(path);
  await first.note(entry('a'));
  await first.close();
  await appendFile(path, '{"at":"20');
  const second = await openFileAuditTrail(path);
  await second.note(entry('b'));
  await second.close();
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect([lines.length, lines[1], (JSON.parse(lines[2] ?? '') as AuditEntry).subjects]).toEqual([
    3,
    '{"at":"20',
    ['b'],
  ]);
});

it('an entry behind one that a full disk cut off has a line of its own', async () => {
  const path = await place();
  const trail = await openFileAuditTrail(path);
  await trail.note(entry('a'));
  await letWritingStopHalfWay(path);
  await expect(trail.note(entry('b'))).rejects.toMatchObject({ code: 'ENOSPC' });
  await trail.note(entry('c'));
  await trail.close();
  const [, cutOff = '', next = ''] = (await readFile(path, 'utf8')).split('\n');
  expect([cutOff.length > 0 && !cutOff.endsWith('}'), (JSON.parse(next) as AuditEntry).subjects]).toEqual([
    true,
    ['c'],
  ]);
});

it('an entry is on the disk once it is noted', async () => {
  const path = await place();
  const trail = await openFileAuditTrail(path);
  const flushes = await watchFlushing();
  await trail.note(entry('a'));
  expect(flushes.hasBytesOf(path)).toBe(true);
  await trail.close();
});

/** The next text that is appended to any file ends in the middle, as when the disk has no more room. */
async function letWritingStopHalfWay(path: string): Promise<void> {
  const handle = await open(path);
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const append = handles.appendFile;
  const spied = vi.spyOn(handles, 'appendFile').mockImplementationOnce(async function (this: FileHandle, text) {
    const line = text as string;
    await append.call(this, line.slice(0, line.length / 2));
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  onTestFinished(() => void spied.mockRestore());
}
