import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileChunks } from '../../../electron/imports/file-chunks.ts';
import { temporaryFolder } from './product-files.ts';

it.skipIf(process.platform === 'win32')('what says nothing of its size is read to its end', async () => {
  const path = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const written = writeFile(path, 'from a pipe');
  const told: number[] = [];
  const chunks: string[] = [];
  const options = { signal: AbortSignal.timeout(10_000), onProgress: (part: number) => void told.push(part) };
  for await (const chunk of fileChunks(path, options)) chunks.push(chunk.toString());
  await written;
  expect([chunks.join(''), told]).toEqual(['from a pipe', []]);
});
