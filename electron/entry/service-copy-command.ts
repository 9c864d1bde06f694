import type { Command } from 'commander';
import { commandOptions, type Finish } from './command-options.ts';

interface CopyFlags {
  readonly fromFiles?: string;
  readonly fromTenant?: string;
  readonly toFiles?: string;
  readonly toTenant?: string;
  readonly preview: boolean;
  readonly json: boolean;
}

/** The command `cadsync service copy`, which goes past every service, from one store to another. */
export function addServiceCopyCommand(program: Command, finish: Finish): void {
  program
    .command('service')
    .description('what a service keeps, as a whole')
    .command('copy <from> <to>')
    .description(
      'copy everything that a service keeps into a place that has nothing else and prove it by hashes; a place is the data folder of a service that is not running, or postgres://user@host:5432/database',
    )
    .option(
      '--from-files <address>',
      'where the files are: s3://bucket/prefix?endpoint=https://…, or a folder of a service that is not running',
    )
    .option('--from-tenant <name>', 'the office in that database')
    .option('--to-files <address>', 'where the files go, in the same form')
    .option('--to-tenant <name>', 'the office in that database')
    .option('--preview', 'compare both sides, and copy nothing', false)
    .option(...commandOptions.json)
    .action(async (from: string, to: string, flags: CopyFlags) => {
      const { serviceCopyCommand } = await import('./commands/service-copy.ts');
      finish(
        await serviceCopyCommand({
          from: { place: from, files: flags.fromFiles, tenant: flags.fromTenant },
          to: { place: to, files: flags.toFiles, tenant: flags.toTenant },
          preview: flags.preview,
          json: flags.json,
        }),
      );
    });
}
