import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openServiceFolder } from '../../electron/service/open-service-folder.ts';
import { serviceDatabaseName } from '../../electron/service/store/open-data-store.ts';
import { schemaSteps } from '../../electron/service/store/sqlite/schema.ts';
import { openS3Double, type S3Double } from '../fakes/s3/s3-double.ts';
import { administer, createDatabaseOfItsOwn } from '../postgres/administer.ts';
import { runPostgres, type RunningPostgres } from '../postgres/run-postgres.ts';
import { fill } from '../unit/service/copying/copy-ends.ts';
import { startCadsync } from './processes.ts';
import { runCommand } from './run-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

let postgres: RunningPostgres;
beforeAll(async () => {
  postgres = await runPostgres();
});
afterAll(() => postgres.remove());

/** The data folder of a service that ended. */
async function filledFolder(files: number): Promise<string> {
  const dataDir = join(temporaryFolder(), 'service');
  const end = await openServiceFolder(dataDir);
  await fill(end, files);
  await end.close();
  return dataDir;
}

interface Office {
  readonly double: S3Double;
  readonly database: string;
  /** With its password. */
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** An office of its own: no other one has its database, its password, or its files. */
async function openOffice(): Promise<Office> {
  const [ownUrl, double] = [await createDatabaseOfItsOwn(postgres.url), await openS3Double()];
  onTestFinished(() => double.close());
  const url = new URL(ownUrl);
  const environment = {
    CADSYNC_DATABASE_PASSWORD: url.password,
    CADSYNC_FILES_KEY_ID: double.keys.accessKeyId,
    CADSYNC_FILES_SECRET: double.keys.secretAccessKey,
  };
  url.password = '';
  return { double, database: url.href, url: ownUrl, environment };
}

interface Proof {
  readonly copied: number;
  readonly sourceDigest: string;
  readonly targetDigest: string;
}

async function run(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const { exitCode, output, errors } = await runCommand(['service', 'copy', ...args, '--json'], environment);
  return {
    exitCode,
    errors,
    told: JSON.parse(output) as Proof & { readonly error?: { readonly code: string; readonly detail?: string } },
  };
}

describe('cadsync service copy', () => {
  it('proves no copy of nothing, and makes nothing in a folder that is no service’s', async () => {
    const [other, empty, target] = [temporaryFolder(), temporaryFolder(), join(temporaryFolder(), 'target')];
    await (await openServiceFolder(empty)).close();
    writeFileSync(join(other, 'thesis.txt'), 'mine');
    for (const source of [other, empty]) {
      const { exitCode, told } = await run([source, target], {});
      expect(exitCode).toBe(1);
      expect(told).toMatchObject({ error: { code: 'unknown-item' } });
    }
    expect(readdirSync(other)).toEqual(['thesis.txt']);
  });

  it('goes into no folder with files that are no service’s, and names one of them', async () => {
    const [source, target] = [await filledFolder(1), temporaryFolder()];
    writeFileSync(join(target, 'thesis.txt'), 'mine');
    for (const more of [[], ['--preview']]) {
      const { exitCode, told } = await run([source, target, ...more], {});
      expect(exitCode).toBe(1);
      expect(told.error).toMatchObject({ code: 'copy-target-differs' });
      expect(told.error?.detail).toContain('thesis.txt');
    }
    expect(readdirSync(target)).toEqual(['thesis.txt']);
    rmSync(join(target, 'thesis.txt'));
    expect(await run([source, target], {})).toMatchObject({ exitCode: 0 });
    // It is a service's folder from then on, whatever else somebody keeps in it.
    writeFileSync(join(target, 'audit.jsonl'), '');
    expect(await run([source, target], {})).toMatchObject({ exitCode: 0, told: { copied: 0 } });
  });

  it('previews without making anything at the target', async () => {
    const [source, missing, empty] = [await filledFolder(1), join(temporaryFolder(), 'new'), temporaryFolder()];
    for (const target of [missing, empty]) {
      expect(await run([source, target, '--preview'], {})).toMatchObject({ exitCode: 0, told: { missing: 18 } });
    }
    expect([existsSync(missing), readdirSync(empty)]).toEqual([false, []]);
    const { database, url, double, environment } = await openOffice();
    const files = join(temporaryFolder(), 'files');
    for (const place of [files, double.address]) {
      const toOffice = [source, database, '--to-files', place, '--to-tenant', 'north', '--preview'];
      expect(await run(toOffice, environment)).toMatchObject({ exitCode: 0, told: { missing: 18 } });
    }
    const unused = temporaryFolder();
    expect(
      await run([source, database, '--to-files', unused, '--to-tenant', 'north', '--preview'], environment),
    ).toMatchObject({ exitCode: 0 });
    expect([existsSync(files), readdirSync(unused), double.objects.size]).toEqual([false, [], 0]);
    const { rows } = await (await administer(url)).query("SELECT 1 FROM pg_namespace WHERE nspname = 'cadsync'");
    expect(rows).toEqual([]);
  });

  it('previews and copies from a place without changing it, and says where it would be refused', async () => {
    const { database, url, double, environment } = await openOffice();
    const admin = await administer(url);
    const schemas = async () => (await admin.query("SELECT 1 FROM pg_namespace WHERE nspname = 'cadsync'")).rowCount;
    const fromOffice = [
      database,
      join(temporaryFolder(), 'home'),
      '--from-files',
      double.address,
      '--from-tenant',
      'north',
    ];
    for (const more of [[], ['--preview']]) {
      const { exitCode, told } = await run([...fromOffice, ...more], environment);
      expect([exitCode, told.error]).toEqual([1, expect.objectContaining({ code: 'unknown-item' })]);
      expect(told.error?.detail).toContain('No service keeps anything there.');
    }
    for (const command of [['client', 'list'], ['audit']]) {
      const { exitCode, errors } = await runCommand([...command, '--database', database], environment);
      expect([exitCode, errors]).toEqual([1, expect.stringContaining('No service keeps anything there.')]);
    }
    expect(await schemas()).toBe(0);
    // As a copy into it would be.
    const source = await filledFolder(1);
    double.objects.set('office/pairing-id.txt', { bytes: Buffer.from('0b7a2c9e'), storedAt: 0, tag: '"t"' });
    const toOffice = [source, database, '--to-files', double.address, '--to-tenant', 'north', '--preview'];
    const { exitCode, told } = await run(toOffice, environment);
    expect([exitCode, told.error]).toEqual([1, expect.objectContaining({ code: 'files-of-another-database' })]);
    expect([await schemas(), double.objects.size]).toEqual([0, 1]);
  });

  it('leaves a folder of an older version as it was when it is copied from, or previewed', async () => {
    const [older, target] = [temporaryFolder(), join(temporaryFolder(), 'target')];
    const path = join(older, serviceDatabaseName);
    const database = new Database(path);
    database.exec(schemaSteps[0] ?? '');
    database.prepare('INSERT INTO standards VALUES (?, ?)').run(crypto.randomUUID(), 'DIN 276');
    database.pragma('user_version = 1');
    database.pragma('journal_mode = WAL');
    database.close();
    const before = readFileSync(path);
    expect(await run([older, target, '--preview'], {})).toMatchObject({ exitCode: 0, told: { missing: 1 } });
    expect([readdirSync(older), existsSync(target)]).toEqual([[serviceDatabaseName], false]);
    expect(await run([older, target], {})).toMatchObject({ exitCode: 0, told: { copied: 1 } });
    expect(await run([target, older, '--preview'], {})).toMatchObject({ exitCode: 0, told: { missing: 0 } });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('that is broken off says what was copied and how it goes on', async () => {
    const { double, database, environment } = await openOffice();
    const args = ['service', 'copy', await filledFolder(60), database, '--to-files', double.address];
    // In the second commit.
    let left = 110;
    double.gate = async ({ method }) => {
      if (method !== 'PUT' || (left -= 1) !== 0) return;
      // Ctrl+C, heard by the command alone.
      process.listeners('SIGINT').at(-1)?.('SIGINT');
    };
    const { exitCode: broken, errors } = await runCommand([...args, '--to-tenant', 'north'], environment);
    expect(broken).toBe(1);
    expect(errors).toMatch(
      /This was cancelled\. 200 of 254 records were copied and are safe there\. .*Run the same command again: it goes on/,
    );
    double.gate = async () => undefined;
    const { exitCode } = await run([...args.slice(2), '--to-tenant', 'north'], environment);
    expect(exitCode).toBe(0);
  });

  it('goes from one office to another, each with secrets of its own', async () => {
    const [from, to] = [await openOffice(), await openOffice()];
    const folder = await filledFolder(1);
    const fill = [folder, from.database, '--to-files', from.double.address, '--to-tenant', 'north'];
    expect(await run(fill, from.environment)).toMatchObject({ exitCode: 0 });
    const ofSide = (side: string, { environment }: Office) =>
      Object.entries(environment).map(
        ([name, value]) => [name.replace('CADSYNC_', `CADSYNC_${side}_`), value] as const,
      );
    const args = [
      ...[from.database, to.database, '--from-files', from.double.address, '--from-tenant', 'north'],
      ...['--to-files', to.double.address, '--to-tenant', 'north'],
    ];
    const both = Object.fromEntries([...ofSide('FROM', from), ...ofSide('TO', to)]);
    expect(await run(args, both)).toMatchObject({ exitCode: 0, told: { copied: 18 } });
    // One end may have the usual ones.
    expect(await run(args, { ...to.environment, ...both })).toMatchObject({ exitCode: 0, told: { copied: 0 } });
    const mixed = await run(args, { ...to.environment, CADSYNC_FROM_DATABASE_PASSWORD: 'hunter2' });
    expect(mixed).toMatchObject({ exitCode: 1, told: { error: { code: 'database-refused' } } });
    const half = await run(args, { ...both, CADSYNC_FROM_FILES_SECRET: '' });
    expect(half.told.error).toMatchObject({ code: 'invalid-request' });
    expect(half.told.error?.detail).toContain('CADSYNC_FROM_FILES_KEY_ID and CADSYNC_FROM_FILES_SECRET');
    const another = [...args.slice(0, -4), '--to-files', from.double.address, '--to-tenant', 'north'];
    const toItself = await run(another, {
      ...both,
      ...Object.fromEntries(ofSide('TO', from)),
      ...{
        CADSYNC_TO_DATABASE_PASSWORD: both['CADSYNC_TO_DATABASE_PASSWORD'],
      },
    });
    expect(toItself).toMatchObject({ exitCode: 1, told: { error: { code: 'files-of-another-database' } } });
  });

  it('takes a folder into an office, killed again and again, and back', async () => {
    const { double, database, environment } = await openOffice();
    const [folder, home] = [await filledFolder(12), join(temporaryFolder(), 'home')];
    const toOffice = [folder, database, '--to-files', double.address, '--to-tenant', 'north'];
    // Right before the store of files has what it was sent, and right after.
    for (const puts of [3, 9]) {
      const command = startCadsync(['service', 'copy', ...toOffice], environment);
      let left = puts;
      await new Promise<void>((resolve) => {
        double.gate = async ({ method }) => void (method === 'PUT' && (left -= 1) === 0 && resolve());
      });
      command.kill('SIGKILL');
      expect(await command.ended).not.toBe(0);
    }
    double.gate = async () => undefined;
    const there = await run(toOffice, environment);
    expect(there).toMatchObject({ exitCode: 0, told: { targetDigest: there.told.sourceDigest } });
    expect(there.errors).toMatch(/Verifying 112 of 112 records/);
    expect([...double.objects.keys()].filter((key) => !key.startsWith('office/north/'))).toEqual([
      'office/pairing-id.txt',
    ]);
    const back = await run([database, home, '--from-files', double.address, '--from-tenant', 'north'], environment);
    expect(back).toMatchObject({ exitCode: 0, told: { targetDigest: there.told.sourceDigest } });
    const other = [home, database, '--to-files', double.address, '--to-tenant', 'north', '--preview'];
    expect(await run(other, environment)).toMatchObject({ exitCode: 0, told: { missing: 0 } });
    const { output } = await runCommand(['service', 'copy', ...toOffice], environment);
    expect(output).toContain('Both sides have 48 versions, 25 files, 2 standards');
    expect(output + there.errors).not.toContain(environment['CADSYNC_DATABASE_PASSWORD']);

    const others = await filledFolder(1);
    const refused = await run([others, ...toOffice.slice(1)], environment);
    expect(refused).toMatchObject({ exitCode: 1, told: { error: { code: 'copy-target-differs' } } });
  });

  it('says what is missing on the command line before it opens anything', async () => {
    const folder = await filledFolder(1);
    const url = 'postgres://office@127.0.0.1:1/office';
    const store = 's3://bucket?endpoint=http://127.0.0.1:1';
    const keys = { CADSYNC_FILES_KEY_ID: 'id', CADSYNC_FILES_SECRET: 'secret' };
    const code = async (args: readonly string[], environment = keys) => (await run(args, environment)).told.error?.code;
    expect(await code([folder, url])).toBe('invalid-request');
    expect(await code([folder, url, '--to-files', store, '--to-tenant', 'No Name'])).toBe('invalid-request');
    expect(await code([folder, folder, '--to-tenant', 'north'])).toBe('invalid-request');
    expect(await code([folder, folder])).toBe('service-data-in-use');
    expect(await code([join(folder, 'nowhere'), folder])).toBe('unknown-item');
    const nowhere = join(temporaryFolder(), 'nowhere');
    expect(await code([url, folder, '--from-files', nowhere, '--from-tenant', 'north'])).toBe('unknown-item');
    expect(existsSync(nowhere)).toBe(false);
    const withPassword = [folder, 'postgres://office:pw@127.0.0.1:1/x', '--to-files', store, '--to-tenant', 'north'];
    expect(await code(withPassword)).toBe('database-address-invalid');
    expect(await code([folder, url, '--to-files', store, '--to-tenant', 'north'])).toBe('database-unreachable');
  });
});
