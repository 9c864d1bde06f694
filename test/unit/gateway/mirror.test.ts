import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { decisions } from '../../../electron/gateway/decisions.ts';
import { openMirror } from '../../../electron/gateway/mirror.ts';
import { createServiceMirror } from '../../../electron/gateway/service-mirror.ts';
import { exampleAnswers } from '../../../shared/api/examples.ts';
import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import { failureOf } from '../client/playground.ts';
import { temporaryFolder } from '../imports/product-files.ts';
import { exampleInput, openSite, usualOwner } from './gateway-site.ts';

const kibibyte = 1024;
const { getProduct: product } = exampleAnswers;
const inputOf = (productCode: string) => ({
  params: { manufacturerGln: '8712345000004', productCode },
  query: { languageCode: 'nl' },
});
const heavy = (productCode: string): CadProduct => ({ productCode, name: 'x'.repeat(8 * kibibyte) });

/** A file in which a service's answers are. */
async function usedFile(): Promise<string> {
  const file = join(temporaryFolder(), 'mirror.db');
  const site = openSite({ file });
  await site.ask('getProduct');
  await site.ask('listVersions');
  site.mirror.close();
  return file;
}

/** Looks up heavy products of these codes, one a minute. */
async function lookUp(site: ReturnType<typeof openSite>, codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    site.service.state.answers['getProduct'] = heavy(code);
    await site.ask('getProduct', inputOf(code));
    site.clock.pass(60_000);
  }
}

/** Which of these products the mirror has. */
async function known(site: ReturnType<typeof openSite>, codes: readonly string[]): Promise<string[]> {
  site.service.stop();
  const found: string[] = [];
  for (const code of codes) {
    const answered = await site.ask('getProduct', inputOf(code)).catch(() => undefined);
    if (answered) found.push(code);
  }
  site.service.start();
  site.clock.pass(60_000);
  return found;
}

const codes = Array.from({ length: 40 }, (_, index) => `P-${index}`);

describe('The mirror', () => {
  it('survives a restart', async () => {
    const site = openSite({ file: await usedFile() });
    site.service.stop();
    expect((await site.ask('getProduct')).answer).toEqual(product);
  });

  it('is for this user alone', async () => {
    const file = await usedFile();
    if (process.platform !== 'win32') {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    }
  });

  it('may be open in an app and in a command at the same time', async () => {
    const file = join(temporaryFolder(), 'mirror.db');
    const [app, command] = [openSite({ file }), openSite({ file })];
    await app.ask('getProduct');
    command.service.stop();
    expect((await command.ask('getProduct')).answer).toEqual(product);
  });

  it('holds no secret: neither license code nor token nor what they could be read from', async () => {
    const folder = dirname(await usedFile());
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(bytes.join('')).toContain('P25-60');
    expect(bytes.join('')).not.toContain('LICENSE-0001');
  });
});

it('products of an answer are read once to be kept', async () => {
  const { serviceMirror } = openSite();
  let reads = 0;
  const counted = (productId: number): CadProduct => ({
    productId,
    get name() {
      reads += 1;
      return 'pump';
    },
  });
  const productIds = [1, 2, 3];
  const question = { params: {}, query: {}, body: { productIds } };
  const asked = { id: 'getProductValues', question, decision: decisions.getProductValues } as const;
  const asking = serviceMirror.begin({ ...asked, whose: serviceMirror.whose() });
  await asking.keep(productIds.map(counted), { seenMs: 1, isPinned: false });
  expect(reads).toBe(productIds.length);
});

describe('Whose answers they are', () => {
  const others = {
    'another service': { ...usualOwner, serviceId: 'https://other.example' },
    'another client': { ...usualOwner, account: ['https://service.example', 'somebody'] },
    'another license code': { ...usualOwner, licenseCode: async () => 'LICENSE-0002' },
    'a license code that cannot be read': { ...usualOwner, licenseCode: () => Promise.reject(new Error('locked')) },
  };

  it.each(Object.entries(others))('%s is not shown them', async (_, owner) => {
    const file = await usedFile();
    const site = openSite({ file, owner });
    site.service.stop();
    expect((await failureOf(site.ask('getProduct'))).code).toBe('service-unreachable');
    site.mirror.close();
    const back = openSite({ file });
    back.service.stop();
    expect((await back.ask('getProduct')).answer).toEqual(product);
  });

  it('a license code that could not be read for the first question is read for the next one', async () => {
    let isLocked = true;
    const licenseCode = async (): Promise<string> => {
      if (isLocked) throw new Error('The keychain is locked.');
      return 'LICENSE-0001';
    };
    const site = openSite({ owner: { ...usualOwner, licenseCode } });
    await site.ask('getProduct');
    isLocked = false;
    await site.ask('getProduct');
    site.service.stop();
    expect((await site.ask('getProduct')).answer).toEqual(product);
  });

  it('who signs out leaves nothing behind, also nothing that arrives then', async () => {
    const file = await usedFile();
    const site = openSite({ file });
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    site.service.state.before = () => (begun.resolve(), slow.promise);
    const asking = site.ask('getProduct');
    await begun.promise;
    await site.serviceMirror.whose();
    site.serviceMirror.forgetAll();
    await site.serviceMirror.whose();
    slow.resolve();
    await asking;
    site.service.stop();
    await failureOf(site.ask('getProduct'));
    await failureOf(site.ask('listVersions'));
    site.mirror.close();
    expect(readFileSync(file, 'latin1')).not.toContain('P25-60');
  });
});

describe('Who signs out', () => {
  const leftIn = (file: string): unknown => {
    const database = new Database(file);
    const left = database.prepare('SELECT (SELECT count(*) FROM answer) + (SELECT count(*) FROM owner) AS n').get();
    database.close();
    return left;
  };

  it.each(['with the next question', 'when the app ends'])(
    'while another process writes leaves nothing behind either, %s',
    async (when) => {
      const site = openSite({ file: await usedFile() });
      const other = new Database(site.file);
      other.exec('BEGIN IMMEDIATE');
      site.serviceMirror.forgetAll();
      other.exec('COMMIT');
      other.close();
      if (when === 'when the app ends') {
        site.mirror.close();
        expect(leftIn(site.file)).toEqual({ n: 0 });
        return;
      }
      site.service.stop();
      expect((await failureOf(site.ask('getProduct'))).code).toBe('service-unreachable');
      expect(leftIn(site.file)).toEqual({ n: 1 });
    },
  );

  it('before it is known who it was is nobody any more', async () => {
    const keychain = Promise.withResolvers<string>();
    const site = openSite({ owner: { ...usualOwner, licenseCode: () => keychain.promise } });
    const whose = site.serviceMirror.whose();
    site.serviceMirror.forgetAll();
    keychain.resolve('LICENSE-0001');
    expect(await whose).toBeUndefined();
    expect(leftIn(site.file)).toEqual({ n: 0 });
  });
});

describe('Its size', () => {
  it('stays below the limit; the oldest answers go first', async () => {
    const site = openSite({ limitBytes: 200 * kibibyte });
    await lookUp(site, codes);
    const left = await known(site, codes);
    expect(left.length).toBeGreaterThan(3);
    expect(left.length).toBeLessThan(25);
    expect(left).toEqual(codes.slice(-left.length));
    site.mirror.close();
    expect(statSync(site.file).size).toBeLessThanOrEqual(200 * kibibyte);
  });

  it('what was kept while the clock was ahead goes before what is kept since it is right', async () => {
    const mirror = openMirror(join(temporaryFolder(), 'mirror.db'), 200 * kibibyte);
    const ownerId = mirror.ownerId('one', 'somebody') ?? 0;
    const keepAll = async (names: readonly string[], seenMs: number): Promise<void> => {
      for (const name of names) {
        const records = [{ names: [name], value: 'x'.repeat(8 * kibibyte) }];
        mirror.keep(records, { ownerId, operation: 'getProduct', seenMs, isPinned: false });
        await setImmediate();
      }
    };
    await keepAll(codes, Date.UTC(2099, 0, 1));
    const later = codes.map((code) => `later ${code}`);
    await keepAll(later, Date.UTC(2026, 0, 1));
    const left = [...codes, ...later].filter((name) => mirror.find(ownerId, name) !== undefined);
    mirror.close();
    expect(left.length).toBeGreaterThan(3);
    expect(left).toEqual(later.slice(-left.length));
  });

  it('what a library holds goes last', async () => {
    const site = openSite({ limitBytes: 200 * kibibyte });
    await site.gateway.call('listVersions', exampleInput('listVersions'), { isPinned: true });
    await lookUp(site, codes);
    site.service.stop();
    expect((await site.ask('listVersions')).answer).toEqual(exampleAnswers.listVersions);
  });

  it('shrinks at once when a person lowers the limit, and nothing is kept at 0', async () => {
    const site = openSite();
    await lookUp(site, codes);
    site.mirror.limitTo(200 * kibibyte);
    expect(statSync(site.file).size).toBeLessThanOrEqual(200 * kibibyte);
    expect((await known(site, codes)).length).toBeLessThan(codes.length);
    site.mirror.limitTo(0);
    await lookUp(site, ['P-last']);
    expect(await known(site, [...codes, 'P-last'])).toEqual([]);
  });

  it('shrinks by much in pieces, between which questions are answered', async () => {
    const file = join(temporaryFolder(), 'mirror.db');
    const mirror = openMirror(file, 50 * 1024 * kibibyte);
    const ownerId = mirror.ownerId('one', 'somebody') ?? 0;
    const names = Array.from({ length: 300 }, (_, at) => `${at}`);
    const records = names.map((name) => ({ names: [name], value: 'x'.repeat(32 * kibibyte) }));
    mirror.keep(records, { ownerId, operation: 'getProduct', seenMs: 1, isPinned: false });
    const countLeft = (): number => names.filter((name) => mirror.find(ownerId, name) !== undefined).length;
    mirror.limitTo(1024 * kibibyte);
    const left = [countLeft()];
    for (let turn = 0; turn < 20; turn += 1) {
      await setImmediate();
      left.push(countLeft());
    }
    mirror.close();
    expect(left[0]).toBeGreaterThan(names.length / 2);
    expect(new Set(left).size).toBeGreaterThan(3);
    expect(left.at(-1)).toBeGreaterThan(0);
    expect(statSync(file).size).toBeLessThanOrEqual(1024 * kibibyte);
  });

  it('an answer that would take most of it is not kept, and the others stay', async () => {
    const site = openSite({ limitBytes: 200 * kibibyte });
    await lookUp(site, ['P-1']);
    site.service.state.answers['getProduct'] = { name: 'x'.repeat(150 * kibibyte) };
    await site.ask('getProduct', inputOf('P-huge'));
    expect(await known(site, ['P-1', 'P-huge'])).toEqual(['P-1']);
  });

  it('is remembered for who opens it without saying one', async () => {
    const file = join(temporaryFolder(), 'mirror.db');
    const first = openSite({ file });
    first.mirror.limitTo(0);
    first.mirror.close();
    const site = openSite({ file });
    await lookUp(site, ['P-1']);
    expect(await known(site, ['P-1'])).toEqual([]);
  });
});

describe('A damaged mirror is begun anew, and nobody is told an error', () => {
  const damages: Record<string, (file: string) => void> = {
    'no database': (file) =>
      writeFileSync(file, 'this is no database, and longer than a header would have to be'.repeat(9)),
    'cut off': (file) => truncateSync(file, 5_000),
    'of another version': (file) => change(file, 'PRAGMA user_version = 99'),
    'without a table': (file) => change(file, 'DROP TABLE name'),
    'with a changed record': (file) => change(file, `UPDATE answer SET text = replace(text, 'Pomp', 'Pump')`),
  };

  it.each(Object.entries(damages))('%s', async (_, damage) => {
    const file = await usedFile();
    damage(file);
    const site = openSite({ file });
    site.service.stop();
    expect((await failureOf(site.ask('getProduct'))).code).toBe('service-unreachable');
    site.service.start();
    site.clock.pass(1_001);
    // The first answer may be the one by which the damage is found.
    await site.ask('getProduct');
    await site.ask('getProduct');
    site.mirror.close();
    const next = openSite({ file });
    await next.ask('getProduct');
    next.service.stop();
    expect((await next.ask('getProduct')).answer).toEqual(product);
  });

  it('damaged while it is open: what is answered from then on is kept', async () => {
    const site = openSite();
    await site.ask('getProduct');
    change(site.file, 'DROP TABLE answer');
    // The first answer is the one by which the damage is found.
    await site.ask('getProduct');
    await site.ask('getProduct');
    site.service.stop();
    expect(await site.ask('getProduct')).toMatchObject({ answer: product });
  });

  it('what one is answered who was known before is shown to nobody who came since', async () => {
    const file = join(temporaryFolder(), 'mirror.db');
    const site = openSite({ file });
    const whose = site.serviceMirror.whose();
    await whose;
    await site.ask('getProduct');
    change(file, 'DROP TABLE answer');
    await site.ask('getProduct');
    const owner = { ...usualOwner, serviceId: 'https://other.example' };
    const other = createServiceMirror(site.mirror, owner);
    expect(await other.whose()).not.toBe(await whose);
    expect(await other.whose()).not.toBe(await site.serviceMirror.whose());
  });

  it('a folder that takes none: everything is asked of the service', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const mirror = openMirror(join(folder, 'file', 'mirror.db'), kibibyte);
    expect(mirror.salt()).toBeUndefined();
    const site = openSite({ file: join(folder, 'file', 'mirror.db') });
    expect((await site.ask('getProduct')).answer).toEqual(product);
  });
});

function change(file: string, statement: string): void {
  const database = new Database(file);
  database.exec(statement);
  database.close();
}
