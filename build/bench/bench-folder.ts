import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lends a folder for as long as the work takes. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Uses a folder and leaves it as it is, so that the next run finds its libraries there. */
export async function withKeptFolder<T>(folder: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  return work(folder);
}
