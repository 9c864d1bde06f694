import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { AuditEntry } from '../../../../electron/service/audit/audit-trail.ts';
import { openFileAuditTrail } from '../../../../electron/service/audit/file-audit-trail.ts';

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
