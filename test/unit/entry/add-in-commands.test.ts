import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addAddInCommands } from '../../../electron/entry/add-in-commands.ts';

it('says what is wrong with the number of something to be given up', async () => {
  let said = '';
  const program = new Command().exitOverride().configureOutput({ writeErr: (text) => void (said += text) });
  addAddInCommands(program, () => undefined);
  await expect(program.parseAsync(['addins', 'discard', 'pump'], { from: 'user' })).rejects.toThrow();
  expect(said).toContain('The number is the one that "cadsync addins where" tells.');
});
