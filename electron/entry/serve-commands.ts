import { isIP } from 'node:net';
import { InvalidArgumentError, type Command } from 'commander';
import type { ImportCommandOptions } from './commands/import.ts';
import { readRateLimits } from './commands/read-rate-limits.ts';
import type { ServeOptions } from './commands/serve.ts';
import { commandOptions, refuse, takeNumber, takeServiceFolder, type Finish } from './command-options.ts';
import { officeOptions } from './office-commands.ts';

const { json } = commandOptions;

/** A service of our own. */
export function addServeCommand(program: Command, finish: Finish): void {
  program
    .command('serve')
    .description('run the service alone, on this computer')
    .option('--port <number>', 'port to listen on; 0 picks one', readPort, 0)
    .option(
      '--listen <address>',
      'address of this computer to listen on, where a balancer on another one asks',
      readAddress,
      '127.0.0.1',
    )
    .option(
      '--data <dir>',
      'folder for everything the service keeps; with --database for files on their way',
      takeServiceFolder,
    )
    .option(...officeOptions.database)
    .option('--files <place>', 'with --database: s3://bucket/prefix?endpoint=https://…, or a folder for one process')
    .option('--demo', 'load demo products', false)
    .option('--rate-limit <limits>', 'limit callers as the real service does, e.g. 60/min,10000/day', readRateLimits)
    .option(
      '--trust-proxy <names>',
      'names under which a balancer in front is reached, e.g. cad.example.com',
      readNames,
      [],
    )
    .option('--drain <seconds>', 'on SIGTERM, say so at /health/ready for so long before closing', readSeconds, 0)
    .option('--audit <file>', 'note who stored, released, changed, validated or deleted what, one line of JSON each')
    .option(...json)
    .action(async (flags: ServeFlags, command: Command) => {
      const { port, listen, demo, rateLimit, trustProxy, drain, audit } = flags;
      const place = placeOf(flags, command);
      const { serveCommand } = await import('./commands/serve.ts');
      const told = { rateLimits: rateLimit, balancerHosts: trustProxy, noticeSeconds: drain, auditFile: audit };
      finish(await serveCommand({ port, listen, place, demo, ...told, json: flags.json }));
    });
}

/** What a service of our own knows of products. */
export function addImportCommand(program: Command, finish: Finish): void {
  program
    .command('import <files...>')
    .description(
      'load product data into the folder of a service that is not running, or into a database that is served',
    )
    .addHelpText(
      'after',
      '\nA file is the ZIP of CSV tables of the ETIM model, an ETIM xChange file (JSON) or a BMEcat 2005 catalogue (XML).',
    )
    .option('--data <dir>', 'folder for everything the service keeps', takeServiceFolder)
    .option(...officeOptions.database)
    .option('--tenant <name>', 'with --database: the office whose products they are')
    .option('--language <code>', 'language of texts that do not say theirs', 'en')
    .option('--manufacturer-gln <digits>', 'GLN of the manufacturer of products that name none, 13 digits')
    .option(...json)
    .action(async (files: string[], options: ImportFlags, command: Command) => {
      const into = importedInto(options, command);
      const { importCommand } = await import('./commands/import.ts');
      finish(
        await importCommand({
          files,
          into,
          languageCode: options.language,
          manufacturerGln: options.manufacturerGln,
          json: options.json,
        }),
      );
    });
}

/** Where a service keeps what it knows: in a folder of its own, or in what several processes share. */
function placeOf({ data, database, files, demo, audit }: ServeFlags, command: Command): ServeOptions['place'] {
  if (database === undefined && files === undefined) return { kind: 'folder', dataDir: data ?? dataMissing(command) };
  if (database === undefined || files === undefined)
    return refuse(command, 'give both of --database and --files, or --data alone');
  if (demo) return refuse(command, 'with --database products are an office’s: see "cadsync import"');
  if (audit !== undefined) return refuse(command, 'with --database the audit trail is there: see "cadsync audit"');
  return { kind: 'office', database, files, workDir: data };
}

function importedInto({ data, database, tenant }: ImportFlags, command: Command): ImportCommandOptions['into'] {
  if (database === undefined && tenant === undefined) return { dataDir: data ?? dataMissing(command) };
  if (database === undefined || tenant === undefined || data !== undefined)
    return refuse(command, 'give --data alone, or both of --database and --tenant');
  return { database, tenant };
}

function dataMissing(command: Command): never {
  return refuse(command, "required option '--data <dir>' not specified");
}

interface ServeFlags extends Pick<ServeOptions, 'port' | 'listen' | 'demo' | 'json'> {
  readonly data?: string;
  readonly database?: string;
  readonly files?: string;
  readonly rateLimit?: ServeOptions['rateLimits'];
  readonly trustProxy: readonly string[];
  readonly drain: number;
  readonly audit?: string;
}

interface ImportFlags {
  readonly data?: string;
  readonly database?: string;
  readonly tenant?: string;
  readonly language: string;
  readonly manufacturerGln?: string;
  readonly json: boolean;
}

function readNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (names.every((name) => /^[a-z0-9.-]+(:\d{1,5})?$/.test(name))) return names;
  throw new InvalidArgumentError('Names look like cad.example.com, with a port where the address has one.');
}

function readAddress(text: string): string {
  if (isIP(text) === 0) throw new InvalidArgumentError('An address is one of this computer, such as 0.0.0.0 for all.');
  return text;
}

const readSeconds = takeNumber(0, 999, 'Seconds are a number from 0 to 999.');
const readPort = takeNumber(0, 65_535, 'A port is a number from 0 to 65535.');
