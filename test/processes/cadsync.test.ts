import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { writeDemoLibrary } from '../../electron/demo/write-demo-library.ts';
import { savePersonFile } from '../../electron/platform/person-files.ts';
import { cadKindOf } from '../../shared/model/cad-kind.ts';
import type { ExplainedPaths } from '../../shared/rpc/status-answer.ts';
import { isCompanionName } from '../../shared/model/cad-companions.ts';
import { startCadsync } from './processes.ts';
import { runCommand } from './run-command.ts';
import { samplePath, samplesAreHere, sampleDrawing } from './samples.ts';
import { startService } from './service-process.ts';
import { libraryWith, nothingLeft, service, syncOnce } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { conflictBetweenTwo, drawingPath } from './workplace.ts';

const versionsPath =
  '/api/v1/Versions/Revit/2025/EC011022/7/MC000101/2/Template?LanguageCode=&MajorVersion=&MinorVersion=';

describe('cadsync sync', () => {
  test.skipIf(!samplesAreHere)(
    'brings every file of its programs in a folder of real CAD files to the service, byte for byte, and sends nothing the second time',
    async () => {
      const { environment, get } = await service();
      const library = join(temporaryFolder(), 'real files');
      const mapped: { readonly file: string; readonly original: Buffer }[] = [];
      for (const folder of readdirSync(samplePath('.'), { withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      )) {
        for (const name of readdirSync(samplePath(folder.name))) {
          if (!cadKindOf(name)) continue;
          const number = String(mapped.length + 1).padStart(6, '0');
          const target = join(library, `EC${number}_v1`, `MC${number}_v1`, name);
          cpSync(samplePath(join(folder.name, name)), target);
          if (!isCompanionName(name)) mapped.push({ file: target, original: readFileSync(target) });
        }
      }
      const state = temporaryFolder();
      // The project is of Revit 2026, the families are of 2016, 2017 and 2020.
      const project = mapped.find(({ file }) => file.endsWith('.rvt'))?.file ?? '';
      const ofRevit = mapped.filter(
        ({ file }) => file !== project && [undefined, 'Revit'].includes(cadKindOf(file)?.application),
      ).length;
      const first = await syncOnce(library, state, environment);
      const others = { ...nothingLeft, otherProgram: mapped.length - ofRevit };
      expect(first).toMatchObject({ exitCode: 2, summary: { uploaded: ofRevit, downloaded: 0, ...others } });
      expect(mapped.length).toBeGreaterThan(30);

      const declared = ['AutoCAD 2025', 'SolidWorks 2025', 'Inventor 2025', 'FreeCAD 1.0', 'Rhino 8', 'SketchUp 2025'];
      const options = declared.flatMap((program) => ['--application', program]);
      const set = await runCommand(['library', 'set', library, '--state', state, ...options], environment);
      expect(set).toMatchObject({ exitCode: 0 });
      const rest = { uploaded: mapped.length - ofRevit - 1, downloaded: 0, ...nothingLeft, otherProgram: 1 };
      expect(await syncOnce(library, state, environment)).toMatchObject({ exitCode: 2, summary: rest });

      const link = { applicationVersion: '2026' };
      const links = { version: 1, files: { [relative(library, project).replaceAll('\\', '/')]: link } };
      writeFileSync(join(library, '.cadlibrary.json'), JSON.stringify(links));
      const last = { uploaded: 1, downloaded: 0, ...nothingLeft };
      expect(await syncOnce(library, state, environment)).toMatchObject({ exitCode: 0, summary: last });

      const answer = await get('/api/v1/MetadataBulk/Revit/2025/True/');
      const neutral = JSON.parse(answer.bytes.toString()) as {
        etim: Record<string, string>;
        baseFilename: string;
        fileExtension: string;
        sha256: string;
      }[];
      expect(neutral.length).toBeGreaterThan(10);
      for (const record of neutral) {
        const { classCode, classCodeVersion, modelCode, modelCodeVersion } = record.etim;
        const download = await get(
          `/api/v1/Files/Revit/2025/${classCode}/${classCodeVersion}/${modelCode}/${modelCodeVersion}/Template`,
        );
        const sent = mapped.find(({ file }) => file.includes(`${classCode}_v1`));
        expect(download.bytes.equals(sent?.original ?? Buffer.alloc(0)), record.baseFilename).toBe(true);
      }

      const second = await syncOnce(library, state, environment);
      expect(second, JSON.stringify(second)).toMatchObject({
        exitCode: 0,
        summary: { uploaded: 0, downloaded: 0, ...nothingLeft },
      });
      for (const { file, original } of mapped) expect(readFileSync(file).equals(original)).toBe(true);
    },
  );

  test('two folders on one service get the same files, and a change made in one arrives in the other with the old bytes kept', async () => {
    const { environment } = await service();
    const [one, two] = [join(temporaryFolder(), 'one'), join(temporaryFolder(), 'two')];
    await writeDemoLibrary(one, savePersonFile);
    mkdirSync(two);
    const [stateOne, stateTwo] = [temporaryFolder(), temporaryFolder()];
    const first = await syncOnce(one, stateOne, environment);
    expect(first).toMatchObject({ exitCode: 2, summary: { unassigned: 1 } });
    expect((await syncOnce(two, stateTwo, environment)).summary.downloaded).toBe(first.summary.uploaded);

    const changed = 'EC011333_v8/MC000201_v3/Inline circulation pump.ifc';
    const before = readFileSync(join(two, changed));
    writeFileSync(
      join(one, changed),
      Buffer.concat([Buffer.from('/* checked */\n'), readFileSync(join(one, changed))]),
    );
    expect((await syncOnce(one, stateOne, environment)).summary.uploaded).toBe(1);
    expect((await syncOnce(two, stateTwo, environment)).summary.downloaded).toBe(1);
    expect(readFileSync(join(two, changed)).equals(readFileSync(join(one, changed)))).toBe(true);
    const backups = readdirSync(join(two, '.cadlibrary', 'backup'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    );
    expect(backups.map((entry) => readFileSync(join(entry.parentPath, entry.name)))).toEqual([before]);
  });

  test('a file changed on both sides is a conflict: both versions are kept and neither is overwritten', async () => {
    const { environment, getJson } = await service();
    const { second, mine, theirs, agreed, sent, found } = await conflictBetweenTwo(environment);
    // The same bytes are there already: they are agreed on and not sent again.
    expect(agreed).toMatchObject([
      { summary: { uploaded: 1 } },
      { exitCode: 0, summary: { uploaded: 0, downloaded: 0 } },
    ]);
    expect(sent.summary.uploaded).toBe(1);
    for (const { exitCode, summary } of [found, await second.sync()]) {
      expect({ exitCode, summary }).toMatchObject({
        exitCode: 2,
        summary: { uploaded: 0, downloaded: 0, conflicts: 1 },
      });
    }
    const two = second.library;
    expect(readFileSync(join(two, drawingPath)).equals(mine)).toBe(true);
    const [kept, ...more] = readdirSync(join(two, '.cadlibrary', 'conflicts'));
    expect(more).toEqual([]);
    expect(readFileSync(join(two, '.cadlibrary', 'conflicts', kept ?? '')).equals(theirs)).toBe(true);
    expect(((await getJson(versionsPath)) as { versions: unknown[] }).versions).toHaveLength(2);
  });

  test('paths with spaces, accents and 200 characters are kept as they are', async () => {
    const { environment, getJson } = await service();
    const deep = `Verwärmung & Kühlung/EC011022_v7/MC000101_v2/${'naam met spaties '.repeat(9)}été.step`;
    const library = libraryWith({ [deep]: sampleDrawing('step/Simple door.step') });
    expect(deep.length).toBeGreaterThan(200);
    expect(await syncOnce(library, temporaryFolder(), environment)).toMatchObject({
      exitCode: 0,
      summary: { uploaded: 1 },
    });
    const [record] = (await getJson('/api/v1/MetadataBulk/Revit/2025/True/')) as { baseFilename: string }[];
    expect(record?.baseFilename).toBe(`${'naam met spaties '.repeat(9)}été`);
  });

  // Only there can a name be such a one.
  test.runIf(process.platform === 'linux')('names that cannot travel are told, and all others are sent', async () => {
    const { environment } = await service();
    const drawing = sampleDrawing('step/Simple door.step');
    const folder = drawingPath.slice(0, drawingPath.lastIndexOf('/'));
    const library = libraryWith({ [drawingPath]: drawing, [`${folder}/back\\slash.step`]: drawing });
    const garbled = [Buffer.from(`${library}/${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.step')];
    writeFileSync(Buffer.concat(garbled), drawing);
    expect(await syncOnce(library, temporaryFolder(), environment)).toMatchObject({
      exitCode: 2,
      summary: {
        uploaded: 1,
        failed: 2,
        files: [
          { path: `${folder}/back\\slash.step`, reason: expect.stringContaining('contains a backslash') as string },
          { path: `${folder}/caf\ufffd.step`, reason: expect.stringContaining('not valid text') as string },
        ],
      },
    });
  });

  test('a wrong license code sends nothing, loses nothing, and exits 2; with the right one it goes on', async () => {
    const { environment, getJson } = await service();
    const library = libraryWith({ [drawingPath]: sampleDrawing('step/Simple door.step') });
    const state = temporaryFolder();
    const wrong = await syncOnce(library, state, { ...environment, CADSYNC_LICENSE_CODE: 'wrong-license-code-98765' });
    expect(wrong).toMatchObject({ exitCode: 2, summary: { uploaded: 0, failed: 1 } });
    expect(wrong.errors).not.toContain('wrong-license-code-98765');
    expect(((await getJson(versionsPath)) as { versions: unknown[] }).versions).toEqual([]);
    expect(await syncOnce(library, state, environment)).toMatchObject({
      exitCode: 0,
      summary: { uploaded: 1, failed: 0 },
    });
  });

  test('a wrong client secret fails with words and exit code 2, and the secret is in none of them', async () => {
    const { environment } = await service();
    const library = libraryWith({ [drawingPath]: sampleDrawing('step/Simple door.step') });
    const refused = await syncOnce(library, temporaryFolder(), {
      ...environment,
      CADSYNC_CLIENT_SECRET: 'not-the-secret-4711',
    });
    expect(refused).toMatchObject({ exitCode: 2, summary: { error: { code: 'sign-in-failed' }, waiting: 1 } });
    expect(refused.errors).toContain('did not accept the client id and secret');
    expect(refused.errors).not.toContain('not-the-secret-4711');
  });

  test('a service that is down at the start is waited for when watching, and everything goes through when it is back', async () => {
    const dataDir = temporaryFolder();
    const before = await startService(dataDir);
    const port = Number(new URL(before.baseUrl).port);
    before.process.kill();
    expect(await before.process.ended).toBe(0);

    const library = libraryWith({ [drawingPath]: sampleDrawing('step/Simple door.step') });
    const args = [
      'sync',
      library,
      '--watch',
      '--state',
      temporaryFolder(),
      '--application',
      'Revit',
      '--application-version',
      '2025',
      '--quiet-time',
      '300',
      '--json',
    ];
    const watching = startCadsync(args, before.environment);
    onTestFinished(() => watching.kill('SIGKILL'));
    const back = await startService(dataDir, { port });
    onTestFinished(async () => {
      back.process.kill();
      await back.process.ended;
    });
    await watching.waitFor(/"kind":"uploaded"/);
    const { versions } = (await back.getJson(versionsPath)) as { versions: { major: number; minor: number }[] };
    expect(versions).toMatchObject([{ major: 0, minor: 1 }]);

    // And a save while it watches becomes the next draft.
    writeFileSync(join(library, drawingPath), sampleDrawing('step/cabinet_lock_40x42mm.step').subarray(0), {
      flag: 'w',
    });
    writeFileSync(
      join(library, drawingPath),
      Buffer.concat([Buffer.from('/* 2 */\n'), sampleDrawing('step/Simple door.step')]),
    );
    await watching.waitFor(/"version":"0\.2"/);
    watching.kill('SIGINT');
    expect(await watching.ended).toBe(0);
  });

  test.skipIf(process.getuid?.() === 0)('a library that may only be read is uploaded all the same', async () => {
    const { environment } = await service();
    const library = libraryWith({ [drawingPath]: sampleDrawing('step/Simple door.step') });
    chmodSync(library, 0o555);
    onTestFinished(() => chmodSync(library, 0o755));
    expect(await syncOnce(library, temporaryFolder(), environment)).toMatchObject({
      exitCode: 0,
      summary: { uploaded: 1 },
    });
  });

  test('a folder says its programs once: when it becomes a library', async () => {
    const { environment } = await service();
    const library = libraryWith({ [drawingPath]: sampleDrawing('step/Simple door.step') });
    const state = temporaryFolder();
    const args = ['sync', library, '--once', '--state', state, '--quiet-time', '300', '--json'];
    const unsaid = await runCommand(args, environment);
    expect(unsaid.exitCode).toBe(64);
    expect(unsaid.errors).toContain('--application');
    await syncOnce(library, state, environment);
    writeFileSync(join(library, drawingPath), sampleDrawing('step/cabinet_lock_40x42mm.step'));
    const { exitCode, output } = await runCommand(args, environment);
    expect(JSON.parse(output), output).toMatchObject({ uploaded: 1 });
    expect(exitCode).toBe(0);
  });

  test('a drawing that is open in its program keeps a newer version from coming, and that is what is said', async () => {
    const { environment } = await service();
    const path = 'EC011022_v7/MC000101_v2/radiator.dwg';
    const [one, two] = [libraryWith({ [path]: 'AC1021 one' }), libraryWith({})];
    mkdirSync(two, { recursive: true });
    const [stateOne, stateTwo] = [temporaryFolder(), temporaryFolder()];
    const sync = (library: string, state: string) =>
      runCommand(
        [
          ...['sync', library, '--once', '--state', state, '--application', 'AutoCAD', '--application-version', '2007'],
          ...['--quiet-time', '300', '--json'],
        ],
        environment,
      );
    await sync(one, stateOne);
    await sync(two, stateTwo);
    expect(readFileSync(join(two, path), 'utf8')).toBe('AC1021 one');
    writeFileSync(join(one, path), 'AC1021 one, changed');
    await sync(one, stateOne);
    writeFileSync(join(two, path.replace(/dwg$/, 'dwl')), 'designer');
    const { exitCode, output, errors } = await sync(two, stateTwo);
    expect(JSON.parse(output), output).toMatchObject({ error: { code: 'file-in-use' }, waiting: 1 });
    expect(errors).toContain('It holds up radiator.dwg.');
    expect(exitCode).toBe(2);
    expect(readFileSync(join(two, path), 'utf8')).toBe('AC1021 one');
  });

  test('an empty file is never sent: it needs a person', async () => {
    const { environment, getJson } = await service();
    const library = libraryWith({ [drawingPath]: '' });
    expect(await syncOnce(library, temporaryFolder(), environment)).toMatchObject({
      exitCode: 2,
      summary: { uploaded: 0, failed: 1 },
    });
    expect(((await getJson(versionsPath)) as { versions: unknown[] }).versions).toEqual([]);
  });

  test('a folder that is not there, and one that vanished, are said and nothing is removed', async () => {
    const { environment } = await service();
    const library = libraryWith({ [drawingPath]: sampleDrawing('step/Simple door.step') });
    const state = temporaryFolder();
    await syncOnce(library, state, environment);
    rmSync(library, { recursive: true });
    const gone = await syncOnce(library, state, environment);
    expect(gone.exitCode).toBe(2);
    expect(gone.summary).toMatchObject({ error: { code: 'library-missing' } });
  });
});

describe('cadsync for people and scripts', () => {
  test('finds a product by GTIN and by GLN and product code, and says what is wrong with a GTIN', async () => {
    const { environment } = await service({ demo: true });
    const [product] = makeDemoCatalogue().products;
    const state = temporaryFolder();
    const byGtin = await runCommand(
      ['lookup', '--gtin', product?.gtins[0] ?? '', '--state', state, '--json'],
      environment,
    );
    expect(JSON.parse(byGtin.output)).toMatchObject({
      productCode: product?.productCode,
      etimClassCode: product?.etimClassCode,
    });
    const byCode = await runCommand(
      [
        'lookup',
        '--gln',
        product?.manufacturerGln ?? '',
        '--code',
        product?.productCode ?? '',
        '--language',
        'nl',
        '--state',
        state,
        '--json',
      ],
      environment,
    );
    expect(JSON.parse(byCode.output)).toMatchObject({ name: product?.names['nl'] });
    const malformed = await runCommand(['lookup', '--gtin', '12345', '--state', state], environment);
    expect(malformed.exitCode).not.toBe(0);
    expect(malformed.errors).toContain('8 to 14 digits');
    const unknown = await runCommand(['lookup', '--gtin', '96385074', '--state', state, '--json'], environment);
    expect(unknown.exitCode).toBe(1);
    expect(JSON.parse(unknown.output)).toMatchObject({ error: { code: 'not-found' } });
  });

  test('releases a draft once and tells when there is nothing to release', async () => {
    const { environment } = await service();
    const library = libraryWith({ [drawingPath]: sampleDrawing('step/Simple door.step') });
    await syncOnce(library, temporaryFolder(), environment);
    const key = 'Revit/2025/EC011022/7/MC000101/2/Template';
    const released = await runCommand(['release', key, '--comment', 'Eerste uitgave: “klaar”', '--json'], environment);
    expect(JSON.parse(released.output)).toEqual({ released: [{ key, version: '1.0' }] });
    const versions = await runCommand(['versions', key, '--state', temporaryFolder(), '--json'], environment);
    expect(JSON.parse(versions.output)).toMatchObject({
      current: { major: 1, minor: 0 },
      versions: [
        { major: 1, minor: 0, comments: 'Eerste uitgave: “klaar”' },
        { major: 0, minor: 1 },
      ],
    });
    const again = await runCommand(['release', key, '--comment', 'again', '--json'], environment);
    expect(again.exitCode).toBe(1);
    expect(JSON.parse(again.output)).toMatchObject({ error: { code: 'nothing-to-release' } });
  });

  test.each([
    {
      args: ['sync', '.', '--once', '--watch', '--application', 'Revit', '--application-version', '2025'],
      says: '--once',
    },
    { args: ['sync', '', '--once', '--application', 'Revit', '--application-version', '2025'], says: 'empty' },
    { args: ['library', 'remove', ''], says: 'empty' },
    { args: ['serve', '--data', ''], says: '--data <dir>' },
    { args: ['status', '--state', ''], says: '--state <dir>' },
    { args: ['lookup', '--gtim', '96385074'], says: '--gtim' },
    { args: ['serve', '--port', 'many', '--data', 'x'], says: '--port' },
    { args: ['serve', '--data', 'x', '--rate-limit', '60'], says: '60/min,10000/day' },
    { args: ['serve', '--data', 'x', '--rate-limit', '0/min'], says: '60/min,10000/day' },
    { args: ['serve', '--data', 'x', '--rate-limit', '60/min,6/min'], says: '60/min,10000/day' },
    { args: ['serve', '--data', 'x', '--trust-proxy', 'https://cad.example.com'], says: 'cad.example.com' },
    { args: ['serve', '--data', 'x', '--drain', 'long'], says: '0 to 999' },
    { args: ['lookup'], says: '--gtin' },
    { args: ['resolve', '.', '--keep', 'mine', '--keep', 'theirs'], says: 'is named twice' },
    { args: ['release', 'a.rfa', '--comment', 'one', '--comment', 'other'], says: 'is named twice' },
    { args: ['nonsense'], says: 'nonsense' },
  ])('exits 64 and names what is wrong: $args', async ({ args, says }) => {
    const { exitCode, errors } = await runCommand(args);
    expect(exitCode).toBe(64);
    expect(errors).toContain(says);
  });

  test('ends quietly when its reader has read enough', async () => {
    const script = join(import.meta.dirname, '..', '..', 'electron', 'entry', 'cadsync.ts');
    const child = spawn(process.execPath, [script, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    // Closed before the command can write.
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [exitCode] = (await once(child, 'close')) as [number | null];
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  });

  test('explains itself with --help on every command', async () => {
    for (const command of [
      [],
      ['serve'],
      ['sync'],
      ['status'],
      ['pick'],
      ['library'],
      ['library', 'set'],
      ['release'],
    ]) {
      const { exitCode, output } = await runCommand([...command, '--help']);
      expect(exitCode).toBe(0);
      expect(output).toContain('Usage: cadsync');
    }
  });

  test('tells the status of a state folder without a service', async () => {
    const { environment } = await service();
    const library = libraryWith({ [drawingPath]: sampleDrawing('step/Simple door.step') });
    const state = temporaryFolder();
    await syncOnce(library, state, environment);
    const { output, exitCode } = await runCommand(['status', '--state', state, '--json'], environment);
    const answer: unknown = JSON.parse(output);
    expect(answer).toMatchObject({
      libraries: [{ root: library, running: false, unconfirmed: 'notRunning', files: { draft: 1 } }],
    });
    expect(answer).not.toHaveProperty('queue');
    expect(exitCode).toBe(3);
    const words = await runCommand(['status', '--state', state], environment);
    expect(words.output).toContain('as the last run left it');
    expect(words.output).toContain('nothing is running');
  });

  test('the status of all is 0 while a run keeps them in step, and says first that a library is paused', async () => {
    const { environment } = await service();
    const library = libraryWith({ [drawingPath]: sampleDrawing('step/Simple door.step') });
    const state = temporaryFolder();
    const args = ['--state', state, '--application', 'Revit', '--application-version', '2025', '--quiet-time', '300'];
    const watching = startCadsync(['sync', library, '--watch', ...args], environment);
    const ask = () => runCommand(['status', '--state', state], environment);
    try {
      await watching.waitFor(/Saved as draft/);
      await expect.poll(async () => (await ask()).exitCode, { timeout: 60_000, interval: 500 }).toBe(0);
      renameSync(library, `${library} elsewhere`);
      await expect.poll(async () => (await ask()).exitCode, { timeout: 60_000, interval: 500 }).toBe(2);
      const { output } = await ask();
      expect(output).toMatch(/^library is paused: /);
      expect(output).not.toContain('1 up to date as drafts');
    } finally {
      watching.kill();
      await watching.ended;
    }
  });

  test('tells why a file is as it is, from the state at rest and from the engine that runs', async () => {
    const { environment } = await service();
    const library = libraryWith({
      [drawingPath]: sampleDrawing('step/Simple door.step'),
      'loose.step': sampleDrawing('step/Simple door.step'),
      'notes.txt': 'no drawing',
    });
    const state = temporaryFolder();
    await syncOnce(library, state, environment);
    const ask = (...paths: string[]) =>
      runCommand(['status', ...paths.map((path) => join(library, path)), '--state', state, '--json'], environment);
    const codesOf = ({ output }: { output: string }) =>
      (JSON.parse(output) as ExplainedPaths).files.map(({ explanation }) => explanation.reason.code);

    const atRest = await ask(drawingPath, 'loose.step', 'notes.txt', 'gone.step');
    expect(codesOf(atRest)).toEqual(['notConfirmed', 'unassigned', 'notCad', 'notThere']);
    expect(atRest.exitCode).toBe(2);
    expect((await ask(drawingPath)).exitCode).toBe(3);
    const key = 'Revit/2025/EC011022/7/MC000101/2/Template';
    expect(JSON.parse((await ask(drawingPath)).output)).toMatchObject({ files: [{ key, version: '0.1' }] });
    const inWords = await runCommand(['status', join(library, drawingPath), '--state', state], environment);
    expect(inWords.output).toContain(`Key: ${key} (version 0.1)`);
    expect(inWords.output).not.toContain('do not get it');

    const args = ['--state', state, '--application', 'Revit', '--application-version', '2025', '--quiet-time', '300'];
    const watching = startCadsync(['sync', library, '--watch', ...args], environment);
    try {
      await expect
        .poll(async () => codesOf(await ask(drawingPath)), { timeout: 60_000, interval: 500 })
        .toEqual(['draft']);
      const running = await ask(drawingPath);
      expect(running.exitCode).toBe(0);
      const folder = await ask('');
      expect(JSON.parse(folder.output)).toMatchObject({
        folders: [{ path: library, inStep: 1, notInStep: 1, leftOut: 0 }],
        files: [{ path: join(library, 'loose.step'), state: 'unassigned', standing: 'needsYou' }],
      });
      const words = await runCommand(['status', join(library, 'loose.step'), '--state', state], environment);
      expect(words.output).toContain('Not sent: its ETIM class and modelling class are not known.');
      const overview = await runCommand(['status', '--state', state, '--json'], environment);
      expect(JSON.parse(overview.output)).toMatchObject({ libraries: [{ root: library, running: true }] });
    } finally {
      watching.kill();
      await watching.ended;
    }
  });

  test('serve limits its callers as it is told to', async () => {
    const { get } = await service({ rateLimit: '2/min,10000/day' });
    const answers = [];
    for (let count = 0; count < 3; count += 1) answers.push(await get('/api/v1/standard/all'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[0]?.headers.get('x-ratelimit-limit')).toBe('2');
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('serve tells on standard error what failed inside it, and no secret', async () => {
    const data = temporaryFolder();
    const { process, baseUrl, environment, getToken } = await startService(data);
    rmSync(join(data, 'blobs'), { recursive: true });
    writeFileSync(join(data, 'blobs'), 'not a folder');
    const form = new FormData();
    form.append('file', new Blob(['bytes of a long file '.repeat(10_000)]), 'pump.rfa');
    const license = environment['CADSYNC_LICENSE_CODE'] ?? '';
    const headers = { authorization: `Bearer ${await getToken()}` };
    const answer = await fetch(`${baseUrl}/api/v1/Files/${license}`, { method: 'POST', body: form, headers });
    expect(answer.status).toBe(500);
    process.kill();
    await process.ended;
    expect(process.errors()).toMatch(/"event":"service-failed".*"operation":"storeFile"/);
    expect(process.errors()).toContain('ENOTDIR');
    expect(process.errors()).not.toContain(license);
  });

  test('serve takes no secret that can be guessed', async () => {
    const dataDir = join(temporaryFolder(), 'service');
    const { exitCode, errors } = await runCommand(['serve', '--data', dataDir], { CADSYNC_LICENSE_CODE: 'hunter2' });
    expect([exitCode, errors]).toEqual([64, expect.stringContaining('CADSYNC_LICENSE_CODE is too short')]);
    expect(errors).not.toContain('hunter2');
    expect(existsSync(dataDir)).toBe(false);
  });

  test('serve prints credentials only where it made them up, and ends cleanly on SIGTERM', async () => {
    const given = startCadsync(['serve', '--data', temporaryFolder(), '--json'], {
      CADSYNC_CLIENT_ID: 'me',
      CADSYNC_CLIENT_SECRET: 'given-secret-123',
      CADSYNC_LICENSE_CODE: 'given-license-123',
    });
    const [line] = await given.waitFor(/^\{.*\}$/m);
    expect(Object.keys(JSON.parse(line) as object)).toEqual(['baseUrl', 'authUrl', 'clientId']);
    given.kill('SIGTERM');
    expect(await given.ended).toBe(0);

    const made = startCadsync(['serve', '--data', temporaryFolder(), '--json']);
    const [other] = await made.waitFor(/^\{.*\}$/m);
    expect(Object.keys(JSON.parse(other) as object)).toEqual([
      'baseUrl',
      'authUrl',
      'clientId',
      'clientSecret',
      'licenseCode',
    ]);
    made.kill('SIGINT');
    expect(await made.ended).toBe(0);
  });
});
