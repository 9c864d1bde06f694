import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of Linux that is kept in memory. */
const inMemory = '/dev/shm';

/** The most that all tests keep at a time is a tenth of it. */
const roomBytes = 4 * 2 ** 30;

const prefix = 'cadsync-tests-';

/**
 * Makes a folder for what tests write, in memory where Linux has room there. It is a real file system, with all calls
 * that the one on a disk has; but a folder and a flushed file cost a tenth, and tests make tens of thousands of them.
 * Whoever set TMPDIR has chosen the place.
 * @returns `undefined` where tests write to the system's folder for temporary files
 */
export function openTestFolder(folder = inMemory, wantedBytes = roomBytes): string | undefined {
  if (process.env['TMPDIR'] !== undefined || freeBytes(folder) < wantedBytes) return undefined;
  removeAbandoned(folder);
  const own = join(folder, `${prefix}${process.pid}`);
  mkdirSync(own);
  // PostgreSQL runs as a user of its own where tests run as root, and has to pass through.
  chmodSync(own, 0o711);
  if (startsPrograms(own)) return own;
  rmSync(own, { recursive: true });
  return undefined;
}

/** Some systems let nothing be started there, and tests unpack programs. */
function startsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** What runs left that were killed would take memory until the computer is started again. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : NaN;
    if (!Number.isNaN(pid) && !isRunning(pid)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
