import { runPostgres } from './run-postgres.ts';

/** Where the address of the database stands for the tests of a run. */
export const databaseVariable = 'TEST_DATABASE';

/** One PostgreSQL for all tests of a project; each test has tenants of its own in it. */
export default async function startShared(): Promise<() => Promise<void>> {
  const postgres = await runPostgres();
  process.env[databaseVariable] = postgres.url;
  return () => postgres.remove();
}

/** The address of the database that was started for this run. */
export function sharedDatabase(): string {
  const url = process.env[databaseVariable];
  if (url === undefined) throw new Error('No PostgreSQL was started for this test: its project has to do that.');
  return url;
}
