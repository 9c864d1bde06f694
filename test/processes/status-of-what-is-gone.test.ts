import { rmSync } from 'node:fs';
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

test('status of a folder that is gone tells of the files that were in it', async () => {
  const { environment } = await service();
  const { at, sync, tell } = workplace(environment, numbered(2));
  await sync();
  rmSync(at('project'), { recursive: true });
  await sync();
  const { output } = await tell('status', at('project'));
  expect(output).not.toContain('none with this name is missing');
  expect(output).toContain('f0.step');
});

test('status of a folder that went in a flood needs a person, as status of the library does', async () => {
  const { environment } = await service();
  const { at, library, sync, run } = workplace(environment, numbered(8));
  await sync();
  rmSync(at('project'), { recursive: true });
  expect((await sync()).exitCode).toBe(2);
  expect((await run('status', library)).exitCode).toBe(2);
  expect((await run('status', at('project'))).exitCode).toBe(2);
});

test('a removed folder can be asked back by its name, as its conflicts can be resolved by it', async () => {
  const { environment } = await service();
  const { at, sync, run } = workplace(environment, numbered(2));
  await sync();
  rmSync(at('project'), { recursive: true });
  await sync();
  const { output } = await run('restore', at('project'));
  expect(output).not.toContain('is not known to be gone');
});
