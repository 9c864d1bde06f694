import { InvalidArgumentError, type Command } from 'commander';
import { rights, type Right } from '../../shared/api/rights.ts';
import { commandOptions, takeNumber, type Finish } from './command-options.ts';
import type { AuditCommandOptions } from './commands/audit.ts';
import type { ClientChange } from './commands/clients.ts';

/** Options of the commands for a service of several offices. */
export const officeOptions = {
  database: ['--database <url>', 'PostgreSQL that processes share: postgres://user@host:5432/database'],
  databaseRequired: ['--database <url>', 'the database of the service: postgres://user@host:5432/database (required)'],
  tenant: ['--tenant <name>', 'of one office only'],
} as const;

const usualRights: readonly Right[] = rights.filter((right) => right !== 'admin');

/** The commands `cadsync client …` and `cadsync audit`, for whoever runs a service of several offices. */
export function addOfficeCommands(program: Command, finish: Finish): void {
  addClientCommands(program, finish);
  program
    .command('audit')
    .description('tell who stored, released, changed, validated or deleted what and when, the oldest first')
    .option(...officeOptions.databaseRequired)
    .option(...officeOptions.tenant)
    .option('--client <id>', 'of one client only')
    .option('--since <date>', 'from this day or moment on, e.g. 2026-02-03 or 2026-02-03T14:00Z', readMoment)
    .option('--until <date>', 'before this day or moment', readMoment)
    .option('--json', 'a line of JSON for each entry', false)
    .action(async ({ database, ...options }: AuditCommandOptions & { readonly database: string }) => {
      const { auditCommand } = await import('./commands/audit.ts');
      finish(await auditCommand(database, options));
    });
}

function addClientCommands(program: Command, finish: Finish): void {
  const clients = program
    .command('client')
    .description('say which programs may ask a service of several offices, and for which of them');
  const add = (name: string, description: string): Command =>
    clients
      .command(name)
      .description(description)
      .option(...officeOptions.databaseRequired)
      .option(...commandOptions.json);
  const run = async (change: ClientChange, { database, json }: ClientFlags): Promise<void> => {
    const { clientCommand } = await import('./commands/clients.ts');
    finish(await clientCommand(change, { database, json }));
  };

  add('add', 'add a client and show its secret and license code, this once')
    .argument('<id>', 'a name for it, which no client had before', readId)
    .option('--tenant <name>', 'the office whose data it works with (required)')
    .option('--rights <names>', `what it may do, of ${rights.join(', ')}`, readRights, usualRights)
    .action((id: string, flags: ClientFlags & { readonly tenant: string; readonly rights: readonly Right[] }) =>
      run({ kind: 'add', clientId: id, tenantId: flags.tenant, rights: flags.rights }, flags),
    );
  add('rotate <id>', 'give a client a new secret and show it, this once; the one before counts for a while yet')
    .option('--license', 'its license code instead of its secret', false)
    .option('--keep <hours>', 'how long the one before still counts; 0 ends its tokens, too', readHours, 24)
    .action((id: string, flags: ClientFlags & { readonly license: boolean; readonly keep: number }) =>
      run(
        { kind: 'rotate', clientId: id, proof: flags.license ? 'license' : 'secret', keepMs: flags.keep * 3_600_000 },
        flags,
      ),
    );
  add('allow <id>', 'change what a client may do')
    .option('--rights <names>', `what it may do, of ${rights.join(', ')} (required)`, readRights)
    .action((id: string, flags: ClientFlags & { readonly rights: readonly Right[] }) =>
      run({ kind: 'allow', clientId: id, rights: flags.rights }, flags),
    );
  add('end <id>', 'end a client: it is refused at once, however long its tokens run').action(
    (id: string, flags: ClientFlags) => run({ kind: 'end', clientId: id }, flags),
  );
  add('list', 'list the clients, without anything secret')
    .option(...officeOptions.tenant)
    .action((flags: ClientFlags & { readonly tenant?: string }) =>
      run({ kind: 'list', tenantId: flags.tenant }, flags),
    );
}

interface ClientFlags {
  readonly database: string;
  readonly json: boolean;
}

/** It stands in logs, in lists, and before a colon where a client proves itself. */
function readId(text: string): string {
  if (/^[\w.-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('An id has up to 64 letters, digits, dots, dashes and underscores.');
}

function readRights(text: string): readonly Right[] {
  const named = text.split(',').map((name) => name.trim());
  const found = rights.filter((right) => named.includes(right));
  if (found.length === named.length) return found;
  throw new InvalidArgumentError(`Rights are of ${rights.join(', ')}, with commas between them.`);
}

const readHours = takeNumber(0, 9_999, 'Hours are a number from 0 to 9999.');

function readMoment(text: string): number {
  const [, day] = /^(\d{4}-\d\d-\d\d)(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  const moment = day !== undefined && isDay(day) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) throw new InvalidArgumentError('A date looks like 2026-02-03 or 2026-02-03T14:00Z.');
  return moment;
}

/** JavaScript takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}
