import { z } from 'zod';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { withoutTimeLimit, type Ask, type Connections } from './connections.ts';
import { schemaName, schemaSteps } from './schema.ts';

/** The oldest PostgreSQL that is still kept up by those who make it. */
const oldestMajor = 14;

const factsRow = z.object({
  version: z.number(),
  encoding: z.string(),
  keeps: z.boolean(),
});

/**
 * Refuses a database that cannot keep what it acknowledges.
 * @throws AppError `database-unsuitable`, `database-unreachable`, `database-refused`
 */
export async function checkDatabase(ask: Ask): Promise<void> {
  const [row] = await ask(`
    SELECT current_setting('server_version_num')::integer / 10000 AS version, current_setting('server_encoding') AS encoding,
      current_setting('fsync')::boolean AND current_setting('full_page_writes')::boolean AS keeps`);
  const { version, encoding, keeps } = factsRow.parse(row);
  if (version < oldestMajor) refuse(`It is PostgreSQL ${version}; ${oldestMajor} or newer is needed.`);
  if (encoding !== 'UTF8') refuse(`Its encoding is ${encoding}; create one with the encoding UTF8.`);
  if (!keeps) refuse('It does not flush to the disk: switch on fsync and full_page_writes.');
}

/**
 * Brings a database to the newest form, each step in a transaction. Of several processes that start at once one takes a
 * step, and the others find it taken.
 * @throws AppError `database-unsuitable` when a newer version of the service has brought it further
 */
export async function migrate({ inTransaction }: Connections, steps: readonly string[] = schemaSteps): Promise<void> {
  while (!(await inTransaction((ask) => takeStep(ask, steps))));
}

/**
 * Makes sure that a database is in the newest form, and changes nothing.
 * @throws AppError `unknown-item` where no service keeps anything in it; `database-unsuitable` in any other form
 */
export async function requireNewestForm({ ask }: Connections): Promise<void> {
  if (!(await hasForm(ask))) throw new AppError('unknown-item', { detail: 'No service keeps anything there.' });
  const [reached, newest] = [await reachedForm(ask), schemaSteps.length];
  refuseNewer(reached, newest);
  if (reached === newest) return;
  const older = `Its data has form ${reached}, of an older version of the service, and this one reads form ${newest}.`;
  refuse(
    `${older} A service of this version brings it there when it starts, and a copy when it begins to write there.`,
  );
}

/** @returns whether the newest form is reached */
async function takeStep(ask: Ask, steps: readonly string[]): Promise<boolean> {
  await ask(withoutTimeLimit);
  await ask('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${schemaName} form`]);
  // Asked for first: whoever may only use the schema may not even try to create it.
  if (!(await hasForm(ask))) {
    await ask(`CREATE SCHEMA IF NOT EXISTS ${schemaName}`);
    await ask(`CREATE TABLE ${schemaName}.form AS SELECT 0 AS reached`);
  }
  const reached = await reachedForm(ask);
  refuseNewer(reached, steps.length);
  const step = steps[reached];
  if (step === undefined) return true;
  // A block holds several statements, which cannot be prepared as one.
  await ask(`DO $step$ BEGIN ${step} END $step$`);
  await ask('UPDATE form SET reached = $1', [reached + 1]);
  return reached + 1 === steps.length;
}

async function hasForm(ask: Ask): Promise<boolean> {
  const [known] = await ask('SELECT to_regclass($1) IS NOT NULL AS exists', [`${schemaName}.form`]);
  return z.object({ exists: z.boolean() }).parse(known).exists;
}

async function reachedForm(ask: Ask): Promise<number> {
  const [row] = await ask('SELECT reached FROM form');
  return z.object({ reached: z.number() }).parse(row).reached;
}

function refuseNewer(reached: number, newest: number): void {
  if (reached > newest) refuse(`Its data has form ${reached}; this version knows forms up to ${newest}.`);
}

function refuse(detail: string): never {
  throw new AppError('database-unsuitable', { detail });
}
