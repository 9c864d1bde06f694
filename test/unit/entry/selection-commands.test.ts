import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addSelectionCommands } from '../../../electron/entry/selection-commands.ts';

it('features are switched off in a filter only: the interface exports named products whole', async () => {
  let said = '';
  const program = new Command().exitOverride().configureOutput({ writeErr: (text) => void (said += text) });
  addSelectionCommands(program, () => undefined);
  const products = ['export', '--gtin', '8719900100018', '--disabled', 'EF000007', '--to', 'out.csv'];
  await expect(program.parseAsync(products, { from: 'user' })).rejects.toMatchObject({ exitCode: 64 });
  expect(said).toContain('--disabled switches off features of a --filter');
});
