import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { saveThing } from '../../../electron/entry/commands/save-thing.ts';
import { temporaryFolder } from '../imports/product-files.ts';

it('nothing is asked for, and no folder made, where the folder to save in is not there: it may be mistyped', async () => {
  const folder = temporaryFolder();
  let isAsked = false;
  const find = async (): Promise<never> => {
    isAsked = true;
    throw new Error('It was asked for.');
  };
  const saving = saveThing(find, join(folder, 'mistyped', 'selection.zip'), {
    json: true,
    stateDir: join(folder, 'state'),
  });
  await expect(saving).rejects.toMatchObject({ code: 'invalid-request' });
  expect([isAsked, existsSync(join(folder, 'mistyped'))]).toEqual([false, false]);
});
