import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestFolder } from '../../../build/test-folder.ts';

let memory: string;

beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'memory-'));
  vi.stubEnv('TMPDIR', undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(memory, { recursive: true, force: true });
});

describe('the folder of tests in memory', () => {
  it.skipIf(process.platform === 'win32')(
    'is made for this run, and takes away what a run left that was killed',
    () => {
      const abandoned = join(memory, 'cadsync-tests-999999999');
      const ofOneThatRuns = join(memory, `cadsync-tests-${process.ppid}`);
      const ofAnotherProgram = join(memory, 'PostgreSQL.1');
      for (const folder of [abandoned, ofOneThatRuns, ofAnotherProgram]) mkdirSync(folder);
      const own = openTestFolder(memory, 1);
      expect(own).toBe(join(memory, `cadsync-tests-${process.pid}`));
      expect([own!, abandoned, ofOneThatRuns, ofAnotherProgram].map((folder) => existsSync(folder))).toEqual([
        true,
        false,
        true,
        true,
      ]);
    },
  );

  it.each([
    ['somebody chose where to write', () => vi.stubEnv('TMPDIR', memory), 1],
    ['there is too little room', () => undefined, Number.MAX_SAFE_INTEGER],
    ['the system has no such place', () => rmSync(memory, { recursive: true }), 1],
  ])('is left out where %s', (_where, prepare, wantedBytes) => {
    prepare();
    expect(openTestFolder(memory, wantedBytes)).toBeUndefined();
  });
});
