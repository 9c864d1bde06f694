import { createWriteStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { ZipFile, type Options } from 'yazl';
import type { ImportOptions } from '../../../electron/imports/import-options.ts';
import type { ImportRecord } from '../../../shared/model/import-record.ts';

const samplesFolder = fileURLToPath(new URL('../../../../shared/samples/etim/', import.meta.url));

/** Whether the published files lie beside the repository. */
export const hasEtimSamples = existsSync(samplesFolder);

export const publishedFiles = {
  model: join(samplesFolder, 'ETIM-10.0-ALL-SECTORS-CSV-METRIC-EI-2024-12-05.zip'),
  xchange: join(samplesFolder, 'ETIM xChange_SampleFile_V2.0-2025-11-27.json'),
  bmecat: [join(samplesFolder, 'WEI_BMECat_1351590000.xml'), join(samplesFolder, 'WEI_BMECat_1609801044.xml')],
} as const;

/** Options for a test that does not care, with what it does care about. */
export function optionsOf(more: Partial<ImportOptions> = {}): ImportOptions {
  return { languageCode: 'en', signal: new AbortController().signal, onProgress: () => undefined, ...more };
}

export async function recordsOf(records: AsyncIterable<ImportRecord>): Promise<ImportRecord[]> {
  const all: ImportRecord[] = [];
  for await (const record of records) all.push(record);
  return all;
}

/** The records of one kind. */
export function ofKind<K extends ImportRecord['kind']>(records: readonly ImportRecord[], kind: K) {
  return records.filter((record): record is Extract<ImportRecord, { kind: K }> => record.kind === kind);
}

/** Path of a file in a folder that is gone when the test is finished. */
export function fileWith(content: string | Buffer, name = 'catalogue'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cadsync-imports-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A model of one pump class, as the tables say it; each may be replaced, or left out with `undefined`. */
export const smallModel: Readonly<Record<string, string | undefined>> = {
  'ETIMARTCLASS.csv':
    'ARTCLASSID;ARTGROUPID;ARTCLASSDESC;ARTCLASSVERSION;ARTCLASSVERSIONDATE\nEC011524;EG000001;Circulation pump;3;\n',
  'ETIMARTCLASSSYNONYMMAP.csv':
    'ARTCLASSID;CLASSSYNONYM\nEC011524;Circulation pump\nEC011524;Circulator\nEC011524;19"-pump\n',
  'ETIMARTCLASSFEATUREMAP.csv':
    'ARTCLASSFEATURENR;ARTCLASSID;FEATUREID;FEATURETYPE;UNITOFMEASID;SORTNR\n' +
    '7;EC011524;EF000014;A;;2\n8;EC011524;EF000008;N;EU570448;1\n',
  'ETIMARTCLASSFEATUREVALUEMAP.csv':
    'ARTCLASSFEATUREVALUENR;ARTCLASSFEATURENR;VALUEID;SORTNR\n1;7;EV000151;2\n2;7;EV000150;1\n',
  'ETIMFEATURE.csv': 'FEATUREID;FEATUREGROUPID;FEATUREDESC\nEF000008;EFG00001;Width\nEF000014;EFG00001;Material\n',
  'ETIMVALUE.csv': 'VALUEID;VALUEDESC\nEV000150;Brass\nEV000151;"Cast iron; ""grey"""\n',
  'ETIMUNIT.csv': 'UNITOFMEASID;UNITDESC\nEU570448;mm\n',
};

/** A ZIP of tables; UTF-16 without a byte order mark, as the model is published, unless something else is asked. */
export async function modelZip(
  changes: Readonly<Record<string, string | undefined>> = {},
  encode: (text: string) => Buffer = (text) => Buffer.from(text, 'utf16le'),
  packing: Partial<Options> = {},
): Promise<string> {
  const path = join(temporaryFolder(), 'model.zip');
  const zip = new ZipFile();
  for (const [name, text] of Object.entries({ ...smallModel, ...changes })) {
    if (text !== undefined) zip.addBuffer(encode(text), name, packing);
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}
