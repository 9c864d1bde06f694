import { expect, test } from 'vitest';
import { runCommand } from './run-command.ts';
import { sampleDrawing } from './samples.ts';
import { libraryWith, service, syncOnce } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';

const key = 'Revit/2025/EC011022/7/MC000101/2/Template';
const unknown = key.replace('Template', 'Plan');

test('a release of several keys says of which one there is no draft, and prints no empty line', async () => {
  const { environment } = await service();
  const library = libraryWith({ 'EC011022_v7/MC000101_v2/door.step': sampleDrawing('step/Simple door.step') });
  await syncOnce(library, temporaryFolder(), environment);
  const release = () => runCommand(['release', key, unknown, '--comment', 'First'], environment);
  const why = 'There is no draft newer than the last release.';
  expect(await release()).toEqual({
    exitCode: 1,
    output: `${key} released as 1.0\n`,
    errors: `${unknown} is not released: ${why} The service does not know this file.\n`,
  });
  expect(await release()).toEqual({ exitCode: 1, output: '', errors: `${key} is not released: ${why}\n` });
});
