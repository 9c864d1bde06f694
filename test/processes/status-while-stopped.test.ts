import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { sampleDrawing } from './samples.ts';
import { service } from './sync-once.ts';
import { workplace } from './workplace.ts';

const drawing = sampleDrawing('step/Simple door.step');
const numbered = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `project/EC04000${at}/MC000001/f${at}.step`,
      Buffer.concat([Buffer.from(`/* ${at} */\n`), drawing]),
    ]),
  );

test('nobody says that a file is not there while the folder is not known to be the library', async () => {
  const { environment } = await service();
  const { at, library, sync, tell } = workplace(environment, numbered(2));
  await sync();
  renameSync(library, `${library}-drive`);
  mkdirSync(library);
  await sync();
  const path = 'project/EC049999/MC000001/saved-after-the-last-run.step';
  const told = [await tell('status', at(path)), await tell('status', at('project'))];
  renameSync(library, `${library}-empty`);
  renameSync(`${library}-drive`, library);
  rmSync(`${library}-empty`, { recursive: true });
  for (const { output, exitCode } of told) {
    expect.soft(output).not.toContain('There is no such file');
    expect.soft(exitCode).toBe(2);
  }
});

test('nothing is called safe in a folder that is not known to be the library', async () => {
  const { environment } = await service();
  const { at, library, sync, tell } = workplace(environment, numbered(1));
  await sync();
  renameSync(library, `${library}-drive`);
  mkdirSync(library);
  await sync();
  const { output } = await tell('status', at('project/EC040000/MC000001/f0.step'));
  const overview = await tell('status');
  renameSync(library, `${library}-empty`);
  renameSync(`${library}-drive`, library);
  rmSync(`${library}-empty`, { recursive: true });
  expect.soft(output).not.toContain('safe in your library');
  expect.soft(overview.output).not.toContain('safe in your library');
});

test('a new file in a library that a person paused waits for that person, not for a run', async () => {
  const { environment } = await service();
  const { at, library, sync, run, tell } = workplace(environment, numbered(1));
  await sync();
  await run('library', 'pause', library);
  const path = at('EC049998/MC000001/new.step');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, drawing);
  const { output } = await tell('status', path);
  expect.soft(output).toContain('paused');
  expect.soft(output).not.toContain('run “cadsync sync”');
});
