import { InvalidArgumentError, Option, type Command } from 'commander';
import { filterIdForm, selectionKinds } from '../../shared/rpc/service-choices.ts';
import type { SavedSelection } from '../../shared/rpc/selection-records.ts';
import { keyArgument, refuse, type Finish } from './command-options.ts';
import {
  lookingOf,
  namesProducts,
  takeLooking,
  takeProducts,
  type LookFlags,
  type ProductFlags,
} from './product-options.ts';
import { applicationFlag, gather, programsNamed } from './program-options.ts';

/** The commands about selections of products, and what is saved of them and of their classes. */
export function addSelectionCommands(program: Command, finish: Finish): void {
  addExport(program, finish);
  addFilters(program, finish);
  addBimReady(program, finish);
  addContent(program, finish);
  addSmallOnes(program, finish);
}

const disabled = [
  '--disabled <codes>',
  'features of the filter to switch off, e.g. EF000008,EF000040',
  readList,
] as const;

function kindOption(): Option {
  return new Option('--kind <kind>', 'how the filter was made').choices(selectionKinds).default('interface');
}

interface SelectionFlags extends LookFlags {
  readonly kind: SavedSelection['kind'];
  readonly disabled?: readonly string[];
}

function addExport(program: Command, finish: Finish): void {
  takeLooking(takeProducts(program.command('export')))
    .description('save a filter or products as a ZIP of their CAD files, or as a table')
    .option('--filter <id>', 'id of a filter, in place of products', readFilterId)
    .option('--to <file>', 'the file, ending with .zip or .csv, which must not be there yet (required)')
    .option(applicationFlag, 'the CAD program a ZIP is for, e.g. "Revit 2025"')
    .option(...disabled)
    .addOption(kindOption())
    .action(async (flags: ExportFlags, command: Command) => {
      const { filter: filterId, to, kind, disabled: disabledFields = [], application } = flags;
      if ((filterId !== undefined) === namesProducts(flags)) refuse(command, 'give either --filter or products');
      // The interface has them for filters only.
      if (filterId === undefined && flags.disabled) refuse(command, '--disabled switches off features of a --filter');
      const [target] = application === undefined ? [] : programsNamed(command, [application]);
      const { exportCommand } = await import('./commands/selections.ts');
      const what = { filterId, named: flags, kind, disabledFields, program: target };
      finish(await exportCommand({ ...lookingOf(flags), ...what, to }));
    });
}

type ExportFlags = ProductFlags &
  SelectionFlags & { readonly filter?: string; readonly to: string; readonly application?: string };

function addFilters(program: Command, finish: Finish): void {
  const filter = program.command('filter').description('selections of products, as filters of the service');
  takeLooking(filter.command('show').argument('<id>', 'id of the filter', readFilterId))
    .description('show the products and features of a filter')
    .option(...disabled)
    .addOption(kindOption())
    .action(async (filterId: string, flags: SelectionFlags) => {
      const { showFilterCommand } = await import('./commands/selections.ts');
      const disabledFields = [...(flags.disabled ?? [])];
      finish(await showFilterCommand({ filterId, kind: flags.kind, disabledFields }, lookingOf(flags)));
    });
  takeLooking(takeProducts(filter.command('add')))
    .description('store products as a filter, and tell its id')
    .action(async (flags: ProductFlags) => {
      const { addFilterCommand } = await import('./commands/selections.ts');
      finish(await addFilterCommand(flags, lookingOf(flags)));
    });
}

function readFilterId(text: string): string {
  if (filterIdForm.test(text)) return text;
  throw new InvalidArgumentError('The id of a filter is a whole number.');
}

function addBimReady(program: Command, finish: Finish): void {
  takeLooking(takeProducts(program.command('bim-ready')))
    .description('set products BIM-ready: all of them or none')
    .option('--off', 'set them not BIM-ready', false)
    .action(async (flags: ProductFlags & { readonly off: boolean }) => {
      const { bimReadyCommand } = await import('./commands/selections.ts');
      finish(await bimReadyCommand(flags, !flags.off, lookingOf(flags)));
    });
}

function addContent(program: Command, finish: Finish): void {
  const attachments = program
    .command('attachments')
    .description('attachments and CAD files that the service has for the classes of a product');
  takeLooking(attachments.command('save <key>'))
    .description(`save an attachment; KEY is ${keyArgument}, its type that of the attachment`)
    .option('--name <text>', 'its name or id; without, the first of that type')
    .option('--to <file>', 'the file to save it as, which must not be there yet (required)')
    .action(async (key: string, flags: LookFlags & { readonly name?: string; readonly to: string }) => {
      const { attachmentCommand } = await import('./commands/service-content.ts');
      finish(await attachmentCommand(key, { ...lookingOf(flags), attachment: flags.name, to: flags.to }));
    });
  takeLooking(attachments.command('files <key>'))
    .description(`list the CAD files of the classes in a KEY, ${keyArgument}`)
    .option(applicationFlag, 'another program to look for; named again for each', gather, [])
    .action(async (key: string, flags: LookFlags & { readonly application: readonly string[] }, command: Command) => {
      const { listFilesCommand } = await import('./commands/service-content.ts');
      finish(await listFilesCommand(key, programsNamed(command, flags.application), lookingOf(flags)));
    });
}

function addSmallOnes(program: Command, finish: Finish): void {
  const standards = program.command('standards').description('standards by which CAD files are named');
  takeLooking(standards.command('list'))
    .description('list the standards')
    .action(async (flags: LookFlags) => {
      const { standardsCommand } = await import('./commands/service-content.ts');
      finish(await standardsCommand(undefined, lookingOf(flags)));
    });
  takeLooking(standards.command('add <name>'))
    .description('add a standard, and list all of them')
    .action(async (name: string, flags: LookFlags) => {
      const { standardsCommand } = await import('./commands/service-content.ts');
      finish(await standardsCommand(name, lookingOf(flags)));
    });
  takeLooking(program.command('platform'))
    .description('tell the addresses of the data platform behind the service')
    .action(async (flags: LookFlags) => {
      const { platformCommand } = await import('./commands/service-content.ts');
      finish(await platformCommand(lookingOf(flags)));
    });
}

function readList(text: string): string[] {
  return text.split(',').flatMap((code) => (code.trim() === '' ? [] : [code.trim().toUpperCase()]));
}
