import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addValidationCommands } from '../../../electron/entry/validation-commands.ts';

it('help says what a name is for: it selects requests, and names the project of a new one', () => {
  const program = new Command();
  addValidationCommands(program, () => undefined);
  const helpOf = (name: string): string =>
    program.commands[0]?.commands.find((command) => command.name() === name)?.helpInformation() ?? '';
  expect(helpOf('list')).toMatch(/--name <text> +only requests of this project name/);
  expect(helpOf('add')).toMatch(/--name <text> +name of the project/);
});
