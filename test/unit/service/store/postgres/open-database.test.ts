import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openConnections } from '../../../../../electron/service/store/postgres/connections.ts';
import { checkDatabase, migrate } from '../../../../../electron/service/store/postgres/migrate.ts';
import {
  openPostgresDatabase,
  readPostgresDatabase,
} from '../../../../../electron/service/store/postgres/open-postgres-database.ts';
import { schemaSteps } from '../../../../../electron/service/store/postgres/schema.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../../../shared/errors/catalogue.ts';
import { administer, createDatabase } from '../../../../postgres/administer.ts';
import { sharedDatabase } from '../../../../postgres/shared-postgres.ts';
import { only } from '../stored-things.ts';

/** What opening fails with. */
async function failureOf(url: string): Promise<AppError> {
  const thrown: unknown = await openPostgresDatabase(url).catch((reason: unknown) => reason);
  if (!(thrown instanceof AppError)) throw new Error('An error of the catalogue was expected.', { cause: thrown });
  return thrown;
}

function shared(changes: Partial<Pick<URL, 'password' | 'pathname' | 'port' | 'username'>>): string {
  return Object.assign(new URL(sharedDatabase()), changes).href;
}

describe('a database that cannot be opened', () => {
  const unopened: readonly (readonly [situation: string, code: ErrorCode, url: () => string])[] = [
    ['nobody listens', 'database-unreachable', () => shared({ port: '9' })],
    ['the password is wrong', 'database-refused', () => shared({ password: 'hunter2hunter2' })],
    ['there is no password', 'database-refused', () => shared({ password: '' })],
    ['the user is unknown', 'database-refused', () => shared({ username: 'nobody' })],
    ['there is no such database', 'database-refused', () => shared({ pathname: '/nowhere' })],
    ['the address is of something else', 'database-address-invalid', () => 'https://office:hunter2hunter2@host/db'],
    // Where a URL has no host, it takes no password either, and the one of the environment would be lost.
    ['the address has its host elsewhere', 'database-address-invalid', () => 'postgres:///cad?host=127.0.0.1&user=cad'],
    ['the address cannot be read', 'database-address-invalid', () => 'postgres://office:hunter2hunter2@[/db'],
  ];
  it.each(unopened)('says so when %s, and never the password', async (_situation, code, url) => {
    const failure = await failureOf(url());
    expect(failure.code).toBe(code);
    const told = `${inspect(failure, { depth: 9, showHidden: true })}${failure.detail}${failure.stack}`;
    expect(told).not.toContain('hunter2hunter2');
    expect(told).not.toContain(new URL(sharedDatabase()).password);
    if (code !== 'database-address-invalid') expect(failure.detail).toContain('127.0.0.1:');
  });

  it('says so when it takes no more connections', async () => {
    const name = `user_${crypto.randomUUID().replaceAll('-', '')}`;
    await (await administer()).query(`CREATE ROLE ${name} LOGIN PASSWORD 'limited' CONNECTION LIMIT 0`);
    const failure = await failureOf(shared({ username: name, password: 'limited' }));
    expect(failure.code).toBe('database-crowded');
    expect(failure.detail).toMatch(/^127\.0\.0\.1:.*: too many connections for role/);
  });

  it.each([
    ['too old', { version: 13 }, 'PostgreSQL 13'],
    ['of another encoding', { encoding: 'LATIN1' }, 'LATIN1'],
    ['not flushed to the disk', { keeps: false }, 'fsync'],
  ])('is refused when it is %s', async (_case, fact, word) => {
    const facts = { version: 18, encoding: 'UTF8', keeps: true, ...fact };
    const failure = await checkDatabase(async () => [facts]).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: 'database-unsuitable', detail: expect.stringContaining(word) as string });
  });

  it('is left as it is when a newer version of the service has brought it further', async () => {
    const url = await createDatabase();
    const connections = openConnections(url, {});
    await migrate(connections, [...schemaSteps, 'CREATE TABLE later (x integer);']);
    await connections.close();
    expect(await failureOf(url)).toMatchObject({ code: 'database-unsuitable' });
  });
});

describe('bringing a database to the newest form', () => {
  const steps = ['CREATE TABLE taken (step integer); INSERT INTO taken VALUES (1);', 'INSERT INTO taken VALUES (2);'];
  const taken = async (url: string): Promise<unknown[]> =>
    (await (await administer(url)).query('SELECT step FROM cadsync.taken ORDER BY step')).rows.map(
      ({ step }: { step: number }) => step,
    );
  const openEmpty = async (url: string) => {
    const connections = openConnections(url, {});
    onTestFinished(() => connections.close());
    return connections;
  };

  it('is done once, however many processes start at the same moment', async () => {
    const url = await createDatabase();
    const processes = await Promise.all([1, 2, 3, 4].map(() => openEmpty(url)));
    await Promise.all(processes.map((connections) => migrate(connections, steps)));
    expect(await taken(url)).toEqual([1, 2]);
  });

  it('takes a step as a whole or not at all, and goes on from there', async () => {
    const url = await createDatabase();
    const connections = await openEmpty(url);
    const failing = [...steps.slice(0, 1), 'INSERT INTO taken VALUES (2); SELECT 1 / 0;'];
    await expect(migrate(connections, failing)).rejects.toThrow('division by zero');
    expect(await taken(url)).toEqual([1]);
    await migrate(connections, steps);
    expect(await taken(url)).toEqual([1, 2]);
  });

  it('asks nobody for more rights than it needs, once it is done', async () => {
    const url = await createDatabase();
    const first = await openPostgresDatabase(url);
    await first.close();
    const admin = await administer(url);
    const name = `user_${crypto.randomUUID().replaceAll('-', '')}`;
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'limited';
      GRANT USAGE ON SCHEMA cadsync TO ${name};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA cadsync TO ${name};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA cadsync TO ${name}`);
    const limited = Object.assign(new URL(url), { username: name, password: 'limited' }).href;
    const database = await openPostgresDatabase(limited);
    expect(await database.storeOf('office').filters.add('{}')).toBe(1);
    await database.close();
  });
});

describe('a database that was made of another one', () => {
  const idsOf = async (url: string, processes = 1) => {
    const opened = await Promise.all(Array.from({ length: processes }, () => openPostgresDatabase(url)));
    const ids = await Promise.all(opened.map(({ paired }) => paired.read()));
    await Promise.all(opened.map((database) => database.close()));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    return ids[0];
  };

  it('gets an id of its own, once, and that one keeps its own', async () => {
    const url = await createDatabase();
    const first = await idsOf(url, 3);
    expect(first).toMatchObject({ madeOf: undefined });
    const copy = await createDatabase(sharedDatabase(), new URL(url).pathname.slice(1));
    const made = await idsOf(copy, 3);
    expect(made).toMatchObject({ madeOf: first?.id });
    expect(made?.id).not.toBe(first?.id);
    expect([await idsOf(copy), await idsOf(url)]).toEqual([made, first]);
  });

  it('keeps the id that it had before such databases were told apart', async () => {
    const url = await createDatabase();
    const connections = openConnections(url, {});
    await migrate(connections, schemaSteps.slice(0, 3));
    const [{ id }] = (await connections.ask('SELECT id FROM pairing')) as [{ id: string }];
    await connections.close();
    expect(await idsOf(url)).toMatchObject({ id, madeOf: undefined });
  });
});

describe('a database that is only read', () => {
  const failure = async (url: string): Promise<unknown> => readPostgresDatabase(url).catch((thrown: unknown) => thrown);
  const forms = async (url: string): Promise<unknown[]> => {
    const admin = await administer(url);
    const { rowCount } = await admin.query(`SELECT nspname FROM pg_namespace WHERE nspname = 'cadsync'`);
    if (rowCount === 0) return [];
    const { rows } = await admin.query<{ reached: number }>('SELECT reached FROM cadsync.form');
    return rows.map(({ reached }) => reached);
  };

  it('stays empty where no service keeps anything there, and that is said', async () => {
    const url = await createDatabase();
    expect(await failure(url)).toMatchObject({
      code: 'unknown-item',
      detail: expect.stringMatching(/^127\.0\.0\.1:\d+\/empty_\w+: No service keeps anything there\.$/) as string,
    });
    expect(await forms(url)).toEqual([]);
  });

  it.each([
    ['an older', schemaSteps.slice(0, 2), 'A service of this version brings it there'],
    ['a newer', [...schemaSteps, 'CREATE TABLE later (x integer);'], 'this version knows forms up to'],
  ])('keeps %s form, which is refused', async (_form, steps, says) => {
    const url = await createDatabase();
    const connections = openConnections(url, {});
    await migrate(connections, steps);
    await connections.close();
    const detail = expect.stringContaining(says) as string;
    expect(await failure(url)).toMatchObject({ code: 'database-unsuitable', detail });
    expect(await forms(url)).toEqual([steps.length]);
  });

  it('tells what is there, and cannot be written to', async () => {
    const url = await createDatabase();
    const written = await openPostgresDatabase(url);
    onTestFinished(() => written.close());
    await written.storeOf('office').filters.add('{}');
    const read = await readPostgresDatabase(url);
    onTestFinished(() => read.close());
    expect(await only(read.storeOf('office').filters.list())).toEqual([{ filterId: 1, json: '{}' }]);
    await expect(read.storeOf('office').filters.add('{}')).rejects.toThrow();
    expect(await only(written.storeOf('office').filters.list())).toHaveLength(1);
  });
});
