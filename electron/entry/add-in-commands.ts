import type { Command } from 'commander';
import { commandOptions, takeNumber, type Finish } from './command-options.ts';
import type { AddInsChange } from './commands/add-ins.ts';

interface AddInFlags {
  readonly state: string;
  readonly json: boolean;
}

/** The commands `cadsync addins …`: what the window sets for CAD add-ins, without a window. */
export function addAddInCommands(program: Command, finish: Finish): void {
  const addIns = program
    .command('addins')
    .description('have CAD add-ins answered on this computer, also while the service is away; see docs/add-ins.md');
  const run = async (change: AddInsChange, { state, json }: AddInFlags): Promise<void> => {
    const { addInsCommand } = await import('./commands/add-ins.ts');
    finish(await addInsCommand(change, { stateDir: state, json }));
  };
  const add = (name: string, description: string): Command =>
    addIns
      .command(name)
      .description(description)
      .option(...commandOptions.state)
      .option(...commandOptions.json);

  add('where', 'tell where they are answered, and what they wrote that waits').action((options: AddInFlags) =>
    run({ kind: 'none' }, options),
  );
  add('on', 'answer them; the first time this makes credentials and shows them once')
    .option('--port <number>', 'port of the loopback address', readPort)
    .action((options: AddInFlags & { readonly port?: number }) => run({ kind: 'on', port: options.port }, options));
  add('off', 'answer them no more; what waits still goes out').action((options: AddInFlags) =>
    run({ kind: 'off' }, options),
  );
  add('renew', 'make new credentials and show them once; the ones before no longer count').action(
    (options: AddInFlags) => run({ kind: 'renew' }, options),
  );
  add('retry', 'try again what the service refused').action((options: AddInFlags) => run({ kind: 'retry' }, options));
  add('discard', 'give up something that waits or was refused, with all that needs it')
    .argument('<number>', 'the one that "cadsync addins where" tells', readNumber)
    .action((writeId: number, options: AddInFlags) => run({ kind: 'discard', writeId }, options));
}

const readNumber = takeNumber(0, 999_999_999, 'The number is the one that "cadsync addins where" tells.');
const readPort = takeNumber(1_024, 65_535, 'A port is a number from 1024 to 65535.');
