import pg from 'pg';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { readableFailure } from './readable-failure.ts';
import { schemaName } from './schema.ts';

/** Runs a statement with its values and answers its rows. A statement's text is prepared once for each connection. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<readonly unknown[]>;

/** Pooled connections to one PostgreSQL database. All that fails of the connection is told as an AppError. */
export interface Connections {
  readonly ask: Ask;
  /** All of the work or, when it throws, nothing of it. On the disk when this resolves. */
  readonly inTransaction: <T>(work: (ask: Ask) => Promise<T>) => Promise<T>;
  /** A connection for the caller alone, until `release`; a spoilt one is not used again. */
  readonly reserve: () => Promise<{ readonly ask: Ask; readonly release: (isSpoilt?: boolean) => unknown }>;
  /** Waits for transactions that are under way and breaks off connections that somebody still has for himself. */
  readonly close: () => Promise<void>;
}

/** How a pool is opened. */
export interface ConnectionOptions {
  /** How many connections this process takes at most. */
  readonly maxConnections?: number;
  /** Whether the server refuses every statement that would change something. */
  readonly readsOnly?: boolean;
  /** How long the server may say nothing to a statement, milliseconds; somewhat longer than it gives one itself. */
  readonly answerWithinMs?: number;
}

const usualConnections = 10;
const connectTimeoutMs = 10_000;
/** A statement that takes longer has gone wrong; imports and migrations lift this for themselves. */
const statementTimeoutMs = 30_000;
/** For a server that stopped answering without a word: it would have ended a statement itself before. */
const usualAnswerWithinMs = statementTimeoutMs + 10_000;
/** The same where the limit of time is lifted: no statement may take as long. */
const longAnswerWithinMs = 3_600_000;
/** A process that stops in the middle of a transaction lets go of its locks after this long. */
const idleInTransactionMs = 15_000;

/** Lifts the limit of time for the transaction it is part of. */
export const withoutTimeLimit = 'SET LOCAL statement_timeout = 0';

/** PostgreSQL's number of the type `bigint`; ours are counts and times, far below 2^53. */
const bigintType = 20;

/**
 * Opens a pool; nothing is connected before something is asked.
 * @param url `postgres://user@host:5432/database`, with the password in it or in `PGPASSWORD`
 * @throws AppError `database-address-invalid`
 */
export function openConnections(url: string, options: ConnectionOptions): Connections {
  const { maxConnections = usualConnections, answerWithinMs = usualAnswerWithinMs, readsOnly = false } = options;
  checkAddress(url);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'cadsync',
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === bigintType ? Number : (pg.types.getTypeParser(type, format) as (text: string) => unknown),
    },
    Client: LeavingClient,
    ...hooksFor({ readsOnly, answerWithinMs }),
  });
  // A connection that breaks while nobody uses it leaves the pool by itself.
  pool.on('error', () => undefined);
  const held = new Set<() => void>();
  return {
    ask: (text, values) => run(pool, text, { values, answerWithinMs }),
    inTransaction: (work) => transact(() => reserveConnection(pool, answerWithinMs), work),
    async reserve() {
      const { ask, release } = await reserveConnection(pool, answerWithinMs);
      const breakOff = (): void => release(true);
      held.add(breakOff);
      return { ask, release: (isSpoilt) => held.delete(breakOff) && release(isSpoilt) };
    },
    async close() {
      // Who holds one has its locks as long as the process lives; the rest is waited for.
      for (const breakOff of held) breakOff();
      held.clear();
      await pool.end();
    },
  };
}

/**
 * A connection that was not let in is ended: by itself it stays open until the server has waited for a password for long
 * enough, a minute as a rule, and the process with it.
 */
class LeavingClient extends pg.Client {
  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (!callback) return super.connect();
    super.connect((error: Error) => {
      // Null where it was let in, whatever the types say.
      if (error instanceof Error) void this.end();
      callback(error);
    });
    return undefined;
  }
}

/**
 * A commit is on the disk before anybody is told, whatever is usual for the database. A standby is no place for us: it
 * answers what was true some time ago. While the primary changes, the address may lead to one for a moment, and a
 * connection that got into the pool then would stay there for as long as it only reads.
 */
const setUp = `
  DO $check$ BEGIN
    IF pg_is_in_recovery() THEN
      RAISE 'It is a standby, which can only be read: name the primary' USING ERRCODE = 'read_only_sql_transaction';
    END IF;
  END $check$;
  SET search_path = ${schemaName};
  SET synchronous_commit = on;
  SET statement_timeout = ${statementTimeoutMs};
  SET idle_in_transaction_session_timeout = ${idleInTransactionMs}`;

/** The pool hands a connection out once this is done. */
function hooksFor({ readsOnly, answerWithinMs }: Required<Pick<ConnectionOptions, 'readsOnly' | 'answerWithinMs'>>) {
  const text = `${setUp}; SET default_transaction_read_only = ${readsOnly ? 'on' : 'off'}`;
  // The pool's own limit of time is over by now: without one, a silent server would keep the place in the pool for good.
  const asked = { text, query_timeout: Math.min(connectTimeoutMs, answerWithinMs) };
  return { onConnect: async (client: pg.ClientBase): Promise<void> => void (await client.query(asked)) };
}

function checkAddress(url: string): void {
  // What the parser throws quotes the address, and with it the password.
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  if (!/^postgres(ql)?:$/.test(protocol) || hostname === '') throw new AppError('database-address-invalid');
}

async function run(
  on: pg.Pool | pg.PoolClient,
  text: string,
  {
    values = [],
    answerWithinMs,
  }: { readonly values?: readonly unknown[] | undefined; readonly answerWithinMs: number },
): Promise<unknown[]> {
  const asked: pg.QueryConfig & { readonly query_timeout: number } = {
    name: nameOf(text),
    text,
    values: values.map(storableValue),
    query_timeout: answerWithinMs,
  };
  try {
    const { rows } = await on.query(asked);
    return rows as unknown[];
  } catch (thrown) {
    throw readableFailure(thrown);
  }
}

const names = new Map<string, string>();

/** What a statement is prepared as. There are few texts: values never stand in them. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

async function reserveConnection(pool: pg.Pool, usualWithinMs: number) {
  const client = await pool.connect().catch((thrown: unknown) => {
    throw readableFailure(thrown);
  });
  let isBroken = false;
  let answerWithinMs = usualWithinMs;
  // Without somebody who listens, a connection that breaks ends the process.
  const noteBroken = (): void => void (isBroken = true);
  client.on('error', noteBroken);
  const ask: Ask = async (text, values) => {
    if (text === 'BEGIN') answerWithinMs = usualWithinMs;
    if (text === withoutTimeLimit) answerWithinMs = longAnswerWithinMs;
    try {
      return await run(client, text, { values, answerWithinMs });
    } catch (thrown) {
      isBroken ||= thrown instanceof AppError;
      throw thrown;
    }
  };
  return {
    ask,
    release: (isSpoilt = false): void => {
      client.removeListener('error', noteBroken);
      client.release(isBroken || isSpoilt);
    },
  };
}

async function transact<T>(
  reserve: () => ReturnType<typeof reserveConnection>,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const { ask, release } = await reserve();
  try {
    await ask('BEGIN');
    const result = await work(ask);
    await ask('COMMIT');
    release();
    return result;
  } catch (thrown) {
    // A connection that cannot undo is not used again: the server undoes what it left.
    await ask('ROLLBACK').then(
      () => release(),
      () => release(true),
    );
    throw thrown;
  }
}

function storableValue(value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}

/** A text as PostgreSQL can hold it: it has neither the character 0 nor halves of characters. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '␀');
}

/** Rows as one value, for `json_to_recordset`. */
export function rowsValue(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) => storableValue(value));
}
