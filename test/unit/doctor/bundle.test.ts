import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { makeBundle } from '../../../electron/doctor/bundle.ts';
import { examine } from '../../../electron/doctor/run-checks.ts';
import { createLog } from '../../../electron/platform/log.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { bundleParts, type BundleRecord } from '../../../shared/rpc/diagnosis.ts';
import type { LogEvent } from '../../../shared/log/log-events.ts';
import { temporaryFolder } from '../imports/product-files.ts';
import { examinedState, serviceAt, subjectWith } from './subjects.ts';

async function entriesOf({ zip }: BundleRecord): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const file = await fromBufferPromise(Buffer.from(zip, 'base64'));
  for await (const entry of file.eachEntry())
    entries.set(entry.fileName, await buffer(await file.openReadStreamPromise(entry)));
  return entries;
}

/** Every form in which a text may stand in a file. */
function formsOf(text: string): string[] {
  const base64 = (encoding: BufferEncoding): string[] =>
    // Within a longer text, base64 looks one of three ways; its ends depend on what is around.
    [0, 1, 2].map((before) => {
      const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text, encoding)]);
      return bytes.toString('base64').slice(before === 0 ? 0 : before + 1, Math.floor((bytes.length * 8) / 6) - 1);
    });
  return [
    text,
    encodeURIComponent(text),
    new URLSearchParams({ '': text }).toString().slice(1),
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(JSON.stringify(text)).slice(3, -3),
    Buffer.from(text).toString('hex'),
    Buffer.from(text, 'utf16le').toString('latin1'),
    ...base64('utf8'),
    ...base64('utf16le'),
  ].filter((form) => form.length > 3);
}

function expectFree(bytes: Buffer, marks: readonly string[], where: string): void {
  const text = bytes.toString('utf8').toLowerCase();
  const raw = bytes.toString('latin1').toLowerCase();
  for (const form of marks.flatMap(formsOf)) {
    const isThere = text.includes(form.toLowerCase()) || raw.includes(form.toLowerCase());
    expect(isThere, `${where} holds ${form}`).toBe(false);
  }
}

const marks = {
  user: 'Jän Bakker-Qx7',
  host: 'PC-QX7-HOST',
  secret: 'S3cr"et/Qx7+=',
  license: 'LIC-Qx7-0001',
  token: 'tok.Qx7.abc',
  product: 'Radiator Qx7 Deluxe',
  file: 'pomp Qx7 ü.rfa',
  pattern: 'Klant Qx7/*',
  program: 'QxCad Huisstijl',
  address: 'content-qx7.example.test',
};

describe('a bundle for support', () => {
  it('holds nothing that a person, a file or a service named, in whatever form and wherever it stood', async () => {
    const stateDir = join(temporaryFolder(), marks.user);
    const root = join(temporaryFolder(), marks.user, marks.product);
    for (const folder of [join(stateDir, 'log'), root]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(root, marks.file), marks.secret);
    const log = createLog({ file: join(stateDir, 'log', 'app.log'), redact: (text) => text });
    const error = Object.assign(
      new Error(`${root}/${marks.file}: ${marks.secret}`, { cause: new Error(marks.token) }),
      {
        code: marks.license,
        name: marks.user,
      },
    );
    log.write('error', 'engine-fails', { error, file: join(root, marks.file), library: marks.product });
    log.write('warn', marks.file as LogEvent, { [marks.secret]: marks.token });
    log.write('warn', 'transfer-failed', { code: marks.license, operation: marks.product, reason: marks.host });
    log.close();
    // What another program, or an earlier version, wrote into the file.
    const foreign = `${marks.user} ${root}\n{"time":"${marks.host}","event":"library-paused","level":"warn"}\n`;
    writeFileSync(join(stateDir, 'log', 'shell.log'), foreign + readFileSync(join(stateDir, 'log', 'app.log'), 'utf8'));
    writeFileSync(join(stateDir, 'log', 'shell.log.1'), foreign);
    writeFileSync(join(stateDir, 'state.db'), marks.secret);

    const state = examinedState([root, join(root, 'gone')], {
      files: [{ [marks.file]: 2 }, {}],
      queue: { [marks.product]: 1 },
      connection: {
        kind: 'remote',
        contentAddress: `https://${marks.address}`,
        dataAddress: '',
        tokenAddress: '',
        clientId: marks.user,
        httpAcceptedFor: `http://${marks.address}`,
      },
    });
    const libraries = state.libraries.map((library) => ({
      ...library,
      name: marks.product,
      markerId: marks.license,
      programs: [{ name: marks.program, version: marks.host }],
      settings: { ...defaultLibrarySettings, ignorePatterns: [marks.pattern] },
    }));
    vi.stubEnv('https_proxy', `http://${marks.user}:${marks.secret}@${marks.host}:8080`);
    vi.stubEnv('USER', marks.user);
    onTestFinished(() => void vi.unstubAllEnvs());
    const subject = subjectWith({
      stateDir,
      productVersion: `1.2.3-${marks.user}`,
      readState: async () => ({ ...state, libraries }),
      service: async () => ({
        ...serviceAt(`https://${marks.address}`),
        secrets: { clientSecret: async () => marks.secret, licenseCode: async () => marks.license },
      }),
    });
    const diagnosis = await examine(subject);
    // What the person sees does name things: the test would prove nothing otherwise.
    expect(JSON.stringify(diagnosis)).toContain(JSON.stringify(root).slice(1, -1));
    const forged = { ...diagnosis.checks[0], finding: { code: 'versions', app: marks.user }, extra: marks.secret };
    const bundle = await makeBundle(
      subject,
      { ...diagnosis, checks: [...diagnosis.checks, forged as never] },
      (text) => text,
    );

    const own = [homedir(), userInfo().username, hostname()].filter((text) => text.length > 5);
    const forbidden = [...Object.values(marks), 'Qx7', root, stateDir, ...own];
    const entries = await entriesOf(bundle);
    expect([...entries.keys()]).toEqual([...bundleParts]);
    for (const [name, bytes] of entries) expectFree(bytes, forbidden, name);
    expectFree(Buffer.from(bundle.zip, 'base64'), forbidden, 'the ZIP');
    expect(entries.get('app.log')?.toString()).toMatch(/"event":"engine-fails".*\n.*"event":"transfer-failed"/);
    expect(entries.get('report.json')?.toString()).toContain('"code": "folderGone"');
    expect(bundle.parts.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual(
      [...entries].map(([name, bytes]) => [name, bytes.length]),
    );
  });

  it('holds the newest lines of a log, in their order and about a megabyte of them', async () => {
    const subject = subjectWith();
    mkdirSync(join(subject.stateDir, 'log'));
    const count = 30_000;
    const line = (at: number): string =>
      JSON.stringify({ time: new Date(at).toISOString(), level: 'warn', event: 'library-paused' });
    const lines = Array.from({ length: count }, (_, at) => line(at));
    for (const [name, some] of [
      ['app.log.1', lines.slice(0, 20_000)],
      ['app.log', lines.slice(20_000)],
    ] as const)
      writeFileSync(join(subject.stateDir, 'log', name), `${some.join('\n')}\n`);
    const bundle = await makeBundle(subject, { atMs: 0, checks: [] }, (text) => text);
    const kept = ((await entriesOf(bundle)).get('app.log')?.toString() ?? '').trimEnd().split('\n');
    expect(kept).toEqual(lines.slice(-kept.length));
    expect(kept.join('\n').length).toBeGreaterThan(990_000);
    expect(kept.join('\n').length).toBeLessThan(1_010_000);
  });

  it('holds no line of a log that the log did not write, whatever stands in the file', async () => {
    const line = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc
        .record({
          level: fc.constant('warn'),
          event: fc.constant('library-paused'),
          file: fc.string(),
          code: fc.string(),
        })
        .map((entry) => JSON.stringify({ time: '2026-05-20T12:00:00.000Z', ...entry })),
    );
    const known =
      /^\{"time":"2026-05-20T12:00:00\.000Z","level":"warn","event":"library-paused"(,"(file|code)":("left out"|"[0-9a-f]{10}"|"[a-z-]+"))*\}$/;
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (lines) => {
        const subject = subjectWith();
        mkdirSync(join(subject.stateDir, 'log'));
        writeFileSync(join(subject.stateDir, 'log', 'app.log'), lines.join('\n'));
        const bundle = await makeBundle(subject, { atMs: 0, checks: [] }, (text) => text);
        const log = (await entriesOf(bundle)).get('app.log')?.toString() ?? '';
        for (const kept of log.split('\n').filter((text) => text !== '')) expect(kept).toMatch(known);
      }),
      { numRuns: 40 },
    );
  });
});
