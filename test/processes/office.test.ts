import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { openPostgresDatabase } from '../../electron/service/store/postgres/open-postgres-database.ts';
import { send } from '../contract/send.ts';
import type { Target } from '../contract/target.ts';
import { createDatabase } from '../postgres/administer.ts';
import { bmecatFile, catalogueOf } from './import-catalogues.ts';
import {
  openOfficeSite,
  targetOf,
  type OfficeClient,
  type OfficeProcess,
  type OfficeSite,
} from './office/office-site.ts';
import { runCadsync } from './processes.ts';
import { runCommand } from './run-command.ts';
import { sampleDrawing } from './samples.ts';
import { nothingLeft } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { drawingPath, workplace } from './workplace.ts';

let site: OfficeSite;
let one: OfficeProcess;
let other: OfficeProcess;

beforeAll(async () => {
  site = await openOfficeSite();
  [one, other] = await Promise.all([site.serve(undefined, ['--rate-limit', '100000/min']), site.serve()]);
});
afterAll(() => site.close());

function environmentOf({ clientId, clientSecret, licenseCode }: OfficeClient, { baseUrl }: OfficeProcess) {
  return {
    CADSYNC_BASE_URL: baseUrl,
    CADSYNC_AUTH_URL: baseUrl,
    CADSYNC_CLIENT_ID: clientId,
    CADSYNC_CLIENT_SECRET: clientSecret,
    CADSYNC_LICENSE_CODE: licenseCode,
  };
}

/** As `--database` takes it. */
async function emptyDatabase(): Promise<string> {
  return Object.assign(new URL(await createDatabase(site.postgres.url)), { password: '' }).href;
}

/** A command about the database as it is, with what it says. */
const command = (...args: readonly string[]) => runCommand(args, site.environment);

describe('two designers of one office', () => {
  it('who ask different processes have one library, and another office has nothing of it', async () => {
    const [anna, bert, eve] = [
      await site.addClient('anna', 'north'),
      await site.addClient('bert', 'north'),
      await site.addClient('eve', 'south'),
    ];
    const drawing = sampleDrawing('step/cabinet_lock_40x42mm.step');
    const files = { [drawingPath]: drawing };
    const hers = workplace(environmentOf(anna, one), files);
    const his = workplace(environmentOf(bert, other), files);
    // The same name and classes, in another office.
    const elsewhere = workplace(environmentOf(eve, other), { [drawingPath]: Buffer.concat([drawing, drawing]) });
    expect((await hers.sync()).summary).toMatchObject({ uploaded: 1, downloaded: 0, ...nothingLeft });
    expect((await his.sync()).summary).toMatchObject({ uploaded: 0, downloaded: 0, ...nothingLeft });
    const changed = Buffer.concat([Buffer.from('/* hers */\n'), drawing]);
    writeFileSync(hers.at(drawingPath), changed);
    expect((await hers.sync()).summary).toMatchObject({ uploaded: 1, ...nothingLeft });
    expect((await his.sync()).summary).toMatchObject({ downloaded: 1, ...nothingLeft });
    expect(readFileSync(his.at(drawingPath)).equals(changed)).toBe(true);
    expect((await elsewhere.sync()).summary).toMatchObject({ uploaded: 1, downloaded: 0, ...nothingLeft });
  });
});

describe('cadsync client and audit', () => {
  const storeStandard = async (target: Target) => (await send(target, 'storeStandard', { json: 'DIN' })).status;

  it('add, limit, rotate, list and end a client, which every process goes by at once', async () => {
    const carl = await site.addClient('carl', 'west');
    const atOne = await targetOf(one.baseUrl, carl);
    expect(await storeStandard(atOne)).toBe(200);
    await site.run('client', 'allow', 'carl', '--rights', 'read');
    expect(await storeStandard({ ...atOne, address: other.baseUrl })).toBe(403);
    const listed = JSON.parse(await site.run('client', 'list', '--tenant', 'west')) as unknown;
    expect(listed).toMatchObject({ clients: [{ clientId: 'carl', tenantId: 'west', rights: ['read'], secrets: 1 }] });
    const anew = JSON.parse(await site.run('client', 'rotate', 'carl')) as OfficeClient;
    for (const { clientSecret } of [carl, anew]) await targetOf(other.baseUrl, { ...carl, clientSecret });
    const last = JSON.parse(await site.run('client', 'rotate', 'carl', '--keep', '0')) as OfficeClient;
    await expect(targetOf(other.baseUrl, { ...carl, clientSecret: anew.clientSecret })).rejects.toThrow('401');
    expect(await storeStandard(atOne)).toBe(401);
    const atOther = await targetOf(other.baseUrl, { ...carl, clientSecret: last.clientSecret });
    expect(await storeStandard(atOther)).toBe(403);
    await site.run('client', 'end', 'carl');
    expect(await storeStandard(atOther)).toBe(401);
    const trail = await command('audit', '--database', site.database, '--client', 'carl');
    expect(trail.output).toMatch(/^\d{4}-\S+Z west carl stored \(storeStandard\): \S+\n$/);
    for (const secret of [carl.clientSecret, carl.licenseCode, atOne.token]) {
      expect(JSON.stringify(listed) + trail.output).not.toContain(secret);
    }
  });

  it.each([
    ['a tenant whose name is none', ['client', 'add', 'x', '--tenant', 'North West'], 'small letters', 64],
    ['an id that is none', ['client', 'add', 'a:b', '--tenant', 'west'], 'An id has', 64],
    ['a right that is none', ['client', 'add', 'x', '--tenant', 'west', '--rights', 'all'], 'Rights are of', 64],
    ['a client that is not there', ['client', 'end', 'nobody'], 'There is no client nobody', 1],
    ['a date that is none', ['audit', '--since', 'yesterday'], 'A date looks like', 64],
    ['a day that no month has', ['audit', '--until', '2026-02-30'], 'A date looks like', 64],
    ['an hour that no day has', ['audit', '--since', '2026-02-03T25:00Z'], 'A date looks like', 64],
    ['a time that ends before it begins', ['audit', '--since', '2026-02-03', '--until', '2026-02-03'], 'before', 64],
    ['the trail of an office that is none', ['audit', '--tenant', 'nowhere'], 'worked for nowhere', 1],
    ['the trail of a name that no office has', ['audit', '--tenant', 'No Where'], 'small letters', 64],
    ['the trail of a client that is none', ['audit', '--client', 'nobody'], 'was no client nobody', 1],
  ])('refuse %s', async (_what, args, says, code) => {
    const { exitCode, errors } = await command(...args, '--database', site.database);
    expect([exitCode, errors]).toEqual([code, expect.stringContaining(says)]);
  });

  it('refuse a secret or license code that is too short, and add nothing', async () => {
    const add = ['client', 'add', 'shorty', '--tenant', 'west', '--database', site.database];
    for (const name of ['CADSYNC_CLIENT_SECRET', 'CADSYNC_LICENSE_CODE']) {
      const { exitCode, output, errors } = await runCommand(add, { ...site.environment, [name]: 'hunter2hunter2!' });
      expect([exitCode, output, errors]).toEqual([64, '', expect.stringContaining(`${name} is too short`)]);
      expect(errors).not.toContain('hunter2');
    }
    expect(JSON.parse(await site.run('client', 'list'))).not.toMatchObject({
      clients: expect.arrayContaining([expect.objectContaining({ clientId: 'shorty' })]) as unknown,
    });
  });

  it('end at once where the password of the database is missing or wrong, and say where it comes from', async () => {
    const begun = performance.now();
    for (const [args, environment, says] of [
      [['client', 'list'], {}, 'It asks for a password, and none was given.'],
      [['audit'], { CADSYNC_DATABASE_PASSWORD: 'hunter2' }, 'password authentication failed'],
    ] as const) {
      const ended = await runCadsync([...args, '--database', site.database], environment);
      expect([ended.exitCode, ended.output]).toEqual([1, '']);
      expect(ended.errors).toContain(says);
      expect(ended.errors).toContain('The password comes from CADSYNC_DATABASE_PASSWORD');
      expect(ended.errors).not.toContain('hunter2');
    }
    // The server itself would end a connection that says nothing after a minute.
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});

describe('serve with a database', () => {
  const s3 = 's3://drawings/office?endpoint=http://127.0.0.1:9';

  it.each([
    ['one of database and files', () => ['--database', site.database], 'give both'],
    ['demo products', () => ['--database', site.database, '--files', s3, '--demo'], 'cadsync import'],
    ['a file as its audit trail', () => ['--database', site.database, '--files', s3, '--audit', 'x'], 'cadsync audit'],
    ['an address to listen on that is none', () => ['--data', 'x', '--listen', 'everywhere'], '0.0.0.0'],
    [
      'secrets in the address of its files',
      () => ['--database', site.database, '--files', 's3://me:hunter2@b/p'],
      'environment',
    ],
    [
      'a password in the address of its database',
      () => ['--database', 'postgres://o:hunter2@h/d', '--files', s3],
      'CADSYNC_DATABASE_PASSWORD',
    ],
  ])('is refused with %s', async (_what, args, says) => {
    const { exitCode, output, errors } = await command('serve', ...args());
    expect(exitCode).not.toBe(0);
    expect(errors).toContain(says);
    expect(output + errors).not.toContain('hunter2');
  });

  it('keeps its files in a folder where it is told to, as the only process', async () => {
    const folder = join(temporaryFolder(), 'files');
    const database = await emptyDatabase();
    const more = ['--database', database, '--files', folder];
    const alone = await site.serve(undefined, more);
    const added = await command('client', 'add', 'fay', '--tenant', 'folder', '--database', database, '--json');
    const target = await targetOf(alone.baseUrl, JSON.parse(added.output) as OfficeClient);
    const content = 'a pump '.repeat(20_000);
    expect((await send(target, 'storeFile', { file: { name: 'pump.rfa', content } })).status).toBe(200);
    await expect(site.serve(undefined, more)).rejects.toThrow('is another process’s');
    alone.process.kill();
    expect(await alone.process.ended).toBe(0);
    expect(alone.process.errors()).toBe('');
  });

  it('says so and ends where its files are another database’s, or the keys of the store are wrong', async () => {
    const serve = (database: string, environment: object) =>
      runCommand(['serve', '--database', database, '--files', site.files], { ...site.environment, ...environment });
    const [another, refused] = [
      await serve(await emptyDatabase(), {}),
      await serve(site.database, { CADSYNC_FILES_SECRET: 'hunter2' }),
    ];
    for (const { exitCode, output } of [another, refused]) expect([exitCode, output]).toEqual([1, '']);
    expect(another.errors).toMatch(
      /These files do not belong to this database\. The database has the id [0-9a-f-]{36}, /,
    );
    expect(refused.errors).toContain('It answered 403 SignatureDoesNotMatch. The secret is wrong.');
    expect(refused.errors).not.toContain('hunter2');
  });

  it('does not start with the files of the database that its own was made of', async () => {
    const files = join(temporaryFolder(), 'files');
    const original = await createDatabase(site.postgres.url);
    const serve = (url: string) =>
      ['--database', Object.assign(new URL(url), { password: '' }).href, '--files', files] as const;
    const first = await site.serve(undefined, serve(original));
    first.process.kill();
    expect(await first.process.ended).toBe(0);
    const trial = await createDatabase(site.postgres.url, new URL(original).pathname.slice(1));
    const { exitCode, output, errors } = await command('serve', ...serve(trial));
    expect([exitCode, output]).toEqual([1, '']);
    expect(errors).toMatch(/of the one that it was restored or moved from\. If no other database uses these files/);
    const again = await site.serve(undefined, serve(original));
    again.process.kill();
    expect(await again.process.ended).toBe(0);
  });

  it('tells whoever runs it which bytes were lost, and designers what to do', async () => {
    const target = await targetOf(other.baseUrl, await site.addClient('moe', 'mishap'));
    const content = 'a pump that gets lost';
    const stored = await send(target, 'storeValidationFile', { file: { name: 'p.json', content } });
    const blobId = await stored.text();
    const sha256 = createHash('sha256').update(content).digest('hex');
    const key = [...site.double.objects.keys()].find((name) => name.includes(sha256));
    site.double.objects.delete(key ?? '');
    const answer = await send(target, 'getValidationFile', { params: { blobId } });
    expect(answer.status).toBe(500);
    const told = () => /^.*bytes-lost.*$(?=\n)/m.exec(other.process.errors())?.[0];
    await expect.poll(told).toBeDefined();
    const lost = told() ?? '';
    expect(JSON.parse(lost)).toMatchObject({ operation: 'getValidationFile', status: 500, code: 'bytes-lost' });
    expect(lost).toContain(sha256);
    expect(lost).not.toMatch(new RegExp(`${target.licenseCode}|p\\.json`));
  });

  it('is filled by one import of an office at a time, while it is served', async () => {
    const client = await site.addClient('ina', 'imports');
    const files = bmecatFile(catalogueOf(3, 'Pump'));
    const about = ['--database', site.database, '--json'];
    const ask = ['import', files, '--tenant', 'imports', ...about];
    expect((await command('import', files, '--tenant', 'nowhere', ...about)).errors).toContain('No client works for');
    const database = await openPostgresDatabase(site.postgres.url);
    const staged = await database.storeOf('imports').stageProductData();
    const refused = await command(...ask);
    expect([refused.exitCode, refused.errors]).toEqual([1, expect.stringContaining('An import is already running.')]);
    await staged.drop();
    await database.close();
    expect(JSON.parse((await command(...ask)).output)).toMatchObject({ products: 3, faultCount: 0 });
    const params = { manufacturerGln: '8712345000004', productCode: 'P2' };
    for (const { baseUrl } of [one, other]) {
      expect((await send(await targetOf(baseUrl, client), 'getProduct', { params })).status).toBe(200);
    }
  });

  it('says that it is not ready while its database is away, tells that once, and goes on when it is back', async () => {
    const target = await targetOf(one.baseUrl, await site.addClient('lou', 'lost'));
    const standards = async () => (await send(target, 'getStandards', {})).status;
    const ready = async () => (await fetch(`${one.baseUrl}/health/ready`)).status;
    expect([await standards(), await ready()]).toEqual([200, 200]);
    await site.postgres.stop();
    expect([await standards(), await standards(), await ready()]).toEqual([503, 503, 503]);
    expect((await fetch(`${one.baseUrl}/health/live`)).status).toBe(200);
    await site.postgres.start();
    expect([await ready(), await standards()]).toEqual([200, 200]);
    const lines = () => one.process.errors().trim().split('\n');
    await expect.poll(lines).toEqual([expect.stringMatching(/"event":"service-failed".*database-unreachable/)]);
    const told = one.process.errors() + one.process.output();
    expect(told).not.toContain(site.environment['CADSYNC_DATABASE_PASSWORD']);
    expect(told).not.toContain(target.licenseCode);
  });
});
