import pg from 'pg';
import { onTestFinished } from 'vitest';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../electron/service/store/postgres/open-postgres-database.ts';
import { sharedDatabase } from './shared-postgres.ts';

/** A connection as whoever runs the database has, until the test ends. */
export async function administer(url = sharedDatabase()): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/**
 * The address of a new database.
 * @param template name of one that nobody has open, which it is made of; it is empty where nothing is said
 */
export async function createDatabase(beside = sharedDatabase(), template = 'template1'): Promise<string> {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: beside });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await client.end();
  const url = new URL(beside);
  url.pathname = name;
  return url.href;
}

/** The address of a new, empty database that a user of its own has, with a password of its own. */
export async function createDatabaseOfItsOwn(beside = sharedDatabase()): Promise<string> {
  const [name, password] = [`own_${crypto.randomUUID().replaceAll('-', '')}`, crypto.randomUUID()];
  const client = new pg.Client({ connectionString: beside });
  await client.connect();
  await client.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
  await client.end();
  return Object.assign(new URL(beside), { username: name, password, pathname: name }).href;
}

/** The database as a process of its own has it open: connections can be told from others by its name. */
export async function openAs(name: string, url = sharedDatabase()): Promise<PostgresDatabase> {
  const database = await openPostgresDatabase(`${url}?application_name=${name}`);
  onTestFinished(() => database.close());
  return database;
}

/** Breaks off the connections of a process, as the end of the process would; answers how many there were. */
export async function breakOff(admin: pg.Client, name: string): Promise<number> {
  const broken = await admin.query(
    'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = $1',
    [name],
  );
  return broken.rowCount ?? 0;
}

/** Resolves once a statement of that process waits for a lock. */
export async function untilWaiting(admin: pg.Client, name: string): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'`;
  while ((await admin.query(waiting, [name])).rowCount === 0);
}
