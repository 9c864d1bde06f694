import type { Command } from 'commander';
import { commandOptions, statesOf, type Finish, type StateFlags } from './command-options.ts';

/** The command that looks for what is wrong. */
export function addDoctorCommand(program: Command, finish: Finish): void {
  program
    .command('doctor')
    .description(
      'check network, service, keychain, folders, disk, clock and state; changes nothing, and the app may run',
    )
    .option('--bundle <file>', 'also write a ZIP for support, without secrets, names and paths')
    .option(...commandOptions.anyState)
    .option(...commandOptions.json)
    .action(async ({ bundle, ...options }: StateFlags & { readonly bundle?: string }) => {
      const { doctorCommand } = await import('./commands/doctor.ts');
      finish(await doctorCommand(bundle, statesOf(options)));
    });
}
