import { Option, type Command } from 'commander';
import { validationParts } from '../../shared/rpc/service-choices.ts';
import type { ValidationPlace } from '../../shared/rpc/validation-records.ts';
import type { ReportPart } from './commands/validate.ts';
import { commandOptions, refuse, type Finish } from './command-options.ts';
import {
  lookingOf,
  namesProducts,
  takeLooking,
  takeProducts,
  type LookFlags,
  type ProductFlags,
} from './product-options.ts';

interface PlaceFlags extends LookFlags {
  readonly project: string;
  readonly name?: string;
  readonly ticket?: string;
}

/** Where the requests are that a command is about. */
function placeOf({ project, name, ticket }: PlaceFlags): ValidationPlace {
  return { projectId: project, projectName: name, ticketNumber: ticket };
}

/** `cadsync validate`: requests for validation, and checks of products and numbers. */
export function addValidationCommands(program: Command, finish: Finish): void {
  const validate = program.command('validate').description('have products validated, and check them');
  addRequests(validate, finish);
  addReport(validate, finish);
  addChecks(validate, finish);
}

function takePlace(command: Command, name = 'only requests of this project name'): Command {
  return takeLooking(command).option('--project <id>', 'id of the project (required)').option('--name <text>', name);
}

function addRequests(validate: Command, finish: Finish): void {
  takePlace(validate.command('list'))
    .description('list the requests of a project')
    .option('--ticket <number>', 'only this ticket')
    .option('--watch', 'ask again until none of them goes on any more', false)
    .action(async (flags: PlaceFlags & { readonly watch: boolean }) => {
      const { listCommand } = await import('./commands/validate.ts');
      finish(await listCommand(placeOf(flags), { ...lookingOf(flags), watch: flags.watch }));
    });

  takeProducts(takePlace(validate.command('add [file]'), 'name of the project'))
    .description('have products validated, or a FILE that holds them as JSON')
    .option('--ticket <number>', 'number of the ticket; without, a new one')
    .option('--description <text>', 'what the request is about')
    .option('--by <text>', 'who asks for it')
    .action(async (file: string | undefined, flags: PlaceFlags & ProductFlags & AddFlags, command: Command) => {
      if (file !== undefined && namesProducts(flags)) refuse(command, 'name a file or products, not both');
      const { addCommand } = await import('./commands/validate.ts');
      const { description, by: requestedBy } = flags;
      finish(await addCommand(placeOf(flags), { ...lookingOf(flags), description, requestedBy, file, named: flags }));
    });

  takePlace(validate.command('delete'))
    .description('delete the requests of a ticket')
    .option('--ticket <number>', 'number of the ticket (required)')
    .action(async (flags: PlaceFlags & { readonly ticket: string }) => {
      const { deleteCommand } = await import('./commands/validate.ts');
      finish(await deleteCommand({ ...placeOf(flags), ticketNumber: flags.ticket }, lookingOf(flags)));
    });
}

interface AddFlags {
  readonly description?: string;
  readonly by?: string;
}

function addReport(validate: Command, finish: Finish): void {
  takePlace(validate.command('report'))
    .description('save the report of a request')
    .option('--ticket <number>', 'number of the ticket (required)')
    .option('--to <file>', 'the file to save it as, which must not be there yet (required)')
    .addOption(
      new Option('--part <which>', 'the report for people, the result for programs, or what was sent')
        .choices(validationParts)
        .default('report'),
    )
    .action(async (flags: PlaceFlags & { readonly part: ReportPart; readonly to: string }) => {
      const { reportCommand } = await import('./commands/validate.ts');
      finish(await reportCommand(placeOf(flags), { ...lookingOf(flags), part: flags.part, to: flags.to }));
    });
}

function addChecks(validate: Command, finish: Finish): void {
  takeLooking(takeProducts(validate.command('check')))
    .description('check the values of products against the structure of their classes')
    .action(async (flags: ProductFlags) => {
      const { checkCommand } = await import('./commands/validate.ts');
      finish(await checkCommand(flags, lookingOf(flags)));
    });

  validate
    .command('gtin <digits...>')
    .description('check the form and check digit of GTINs')
    .option(...commandOptions.json)
    .action(async (texts: string[], { json }: { readonly json: boolean }) => {
      const { gtinCommand } = await import('./commands/validate.ts');
      finish(gtinCommand(texts, json));
    });
}
