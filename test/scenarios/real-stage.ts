import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { createClient } from '../../electron/client/client.ts';
import { createEngine } from '../../electron/engine/engine.ts';
import { createEnginePorts } from '../../electron/entry/engine-ports.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import { compareVersions } from '../../shared/model/version.ts';
import { orderRelease } from '../fakes/engine/order-release.ts';
import type { ServiceProcess } from '../processes/service-process.ts';
import type { Stage } from './stage.ts';

const classCode = 'EC000001';

/** A whole STEP file around a text, as every stage tells it by its text. */
const drawing = (text: string): string => `ISO-10303-21;\nDATA;\n/* ${text} */\nENDSEC;\nEND-ISO-10303-21;\n`;
const textIn = (bytes: string): string => /\/\* (.*) \*\//.exec(bytes)?.[1] ?? bytes;

/**
 * The engine on a real folder and a real database, and the embedded service in a process of its own.
 * @param applicationVersion keeps the rows apart on the one service
 */
export async function openRealStage(
  folder: string,
  service: ServiceProcess,
  applicationVersion: string,
): Promise<Stage & { close(): Promise<void> }> {
  const library = join(folder, 'library');
  for (const name of ['library', 'state']) mkdirSync(join(folder, name), { recursive: true });
  const { environment } = service;
  const client = createClient({
    contentAddress: service.baseUrl,
    tokenAddress: environment['CADSYNC_AUTH_URL'],
    clientId: environment['CADSYNC_CLIENT_ID'] ?? '',
    secrets: {
      clientSecret: async () => environment['CADSYNC_CLIENT_SECRET'],
      licenseCode: async () => environment['CADSYNC_LICENSE_CODE'],
    },
  });
  const connection = { current: () => ({ service: client, serviceId: 'embedded' }) };
  const ports = createEnginePorts(join(folder, 'state'), connection, () => undefined);
  // The backup folder is to hold what was replaced, and no saves that cannot be sent.
  const settings = { quietTimeMs: 200, historyDays: 0 };
  const engine = createEngine(ports, { watch: false, absenceGraceMs: 0, settings });
  await engine.start();
  const runner = await engine.addLibrary({
    root: library,
    programs: [{ name: 'Revit', version: applicationVersion }],
    contentType: 'Template',
  });
  const { libraryId } = runner.context.library;
  const place = {
    applicationName: 'Revit',
    applicationVersion,
    etimClassCode: classCode,
    etimClassCodeVersion: '1',
    etimModelCode: 'MC000001',
    etimModelCodeVersion: '1',
    type: 'Template',
  };
  const key = `Revit/${applicationVersion}/${classCode}/1/MC000001/1/Template` as ContentKeyText;
  const language = { languageCode: '' };

  const listVersions = async () =>
    [...(await client.call('listVersions', { params: place, query: language })).versions].sort(compareVersions);

  async function textOf({ major, minor }: { major: number; minor: number }): Promise<string> {
    const query = { ...language, majorVersion: String(major), minorVersion: String(minor) };
    const { bytes } = await client.download('getFile', { params: place, query });
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    return textIn(Buffer.concat(chunks).toString('utf8'));
  }

  const drawingsBelow = (from: string): [string, string][] =>
    readdirSync(from, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.step'))
      .map((path) => [path.split(sep).join('/'), textIn(readFileSync(join(from, path), 'utf8'))]);

  return {
    classCode,
    save(path, text) {
      mkdirSync(dirname(join(library, path)), { recursive: true });
      writeFileSync(join(library, path), drawing(text));
    },
    move(from, to) {
      mkdirSync(dirname(join(library, to)), { recursive: true });
      renameSync(join(library, from), join(library, to));
    },
    remove: (path) => rmSync(join(library, path)),
    async draftElsewhere(text) {
      const bytes = Buffer.from(drawing(text));
      const open = async function* () {
        yield bytes;
      };
      const blobId = await client.upload(
        'storeFile',
        { params: {} },
        { fileName: 'pump.step', sizeBytes: bytes.length, open },
      );
      const { applicationName: name, applicationVersion: version, type, ...codes } = place;
      const etim = {
        classCode: codes.etimClassCode,
        classCodeVersion: codes.etimClassCodeVersion,
        modelCode: codes.etimModelCode,
        modelCodeVersion: codes.etimModelCodeVersion,
      };
      const record = { application: { name, version }, etim, type, baseFilename: 'pump', fileExtension: 'step' };
      await client.call('storeMetadata', {
        params: { blobId },
        body: [{ ...record, standardFilenames: [], parameterInfo: '[]' }],
      });
    },
    async releaseElsewhere() {
      const newest = (await listVersions()).at(-1);
      const query = { ...language, majorVersion: String(newest?.major), minorVersion: String(newest?.minor) };
      await client.call('release', { params: place, query, body: { comments: 'theirs' } });
    },
    publish: () => void orderRelease(engine, [key], 'mine'),
    resolve: async (choice) => void (await engine.resolveConflict(libraryId, key, choice)),
    pick: (path) => engine.picks.pick(libraryId, path),
    async comeToRest() {
      runner.scanSoon();
      runner.pollSoon();
      await new Promise<void>((resolve) => {
        const stop = engine.onStatusChange(() => {
          if (!engine.isIdle()) return;
          stop();
          resolve();
        });
      });
    },
    files: () => Object.fromEntries(drawingsBelow(library).filter(([path]) => !path.startsWith('.cadlibrary/'))),
    kept: (name) =>
      drawingsBelow(library)
        .filter(([path]) => path.startsWith(`.cadlibrary/${name}/`))
        .map(([, text]) => text),
    versions: async () =>
      Promise.all(
        (await listVersions()).map(async (version) => `${version.major}.${version.minor} ${await textOf(version)}`),
      ),
    states() {
      const query = {
        serviceId: 'embedded',
        languageCode: 'en',
        filter: 'all',
        search: '',
        offset: 0,
        limit: 100,
      } as const;
      return Object.fromEntries(engine.fileList.list(query).rows.map(({ path, state }) => [path, state]));
    },
    async close() {
      await engine.close();
      await client.close();
    },
  };
}
