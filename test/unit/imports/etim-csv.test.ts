import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEtimCsvZip } from '../../../electron/imports/etim-csv/read-etim-csv-zip.ts';
import {
  fileWith,
  hasEtimSamples,
  modelZip,
  ofKind,
  optionsOf,
  publishedFiles,
  recordsOf,
  smallModel,
} from './product-files.ts';

const read = async (path: string) => recordsOf(readEtimCsvZip(path, optionsOf()));
const refusal = (detail: RegExp) =>
  expect.objectContaining({ code: 'import-file-unreadable', detail: expect.stringMatching(detail) as string }) as Error;

describe.skipIf(!hasEtimSamples)('the published model', () => {
  it('has 5,640 classes with their features, values, units and synonyms', async () => {
    const records = await read(publishedFiles.model);
    const classes = ofKind(records, 'etimClass').map(({ definition }) => definition);
    const terms = ofKind(records, 'terms').flatMap((record) => record.terms);
    expect(classes).toHaveLength(5_640);
    expect(terms.filter(({ kind }) => kind === 'feature')).toHaveLength(17_377);
    expect(terms.filter(({ kind }) => kind === 'value')).toHaveLength(16_163);
    expect(terms.filter(({ kind }) => kind === 'unit')).toHaveLength(188);
    expect(ofKind(records, 'faults')).toEqual([]);
    const pipe = classes.find(({ code }) => code === 'EC011533');
    expect(pipe).toMatchObject({ version: '10', descriptions: { en: 'Copper pipe' }, complete: true });
    expect(pipe?.synonyms['en']).toContain('Rainwater pipe');
    expect(pipe?.features.find(({ featureCode }) => featureCode === 'EF000229')).toMatchObject({
      type: 'N',
      unitAbbreviation: 'mm',
      origin: 'etim',
    });
    expect(pipe?.features[0]).toMatchObject({
      descriptions: { en: 'Material' },
      choices: [{ valueCode: 'EV000138', descriptions: { en: 'Copper' } }],
    });
  });
});

describe('a model', () => {
  it('has its features and values in their order, with words in the language given', async () => {
    const records = await recordsOf(readEtimCsvZip(await modelZip(), optionsOf({ languageCode: 'nl' })));
    expect(ofKind(records, 'etimClass').map(({ definition }) => definition)).toEqual([
      {
        code: 'EC011524',
        version: '3',
        descriptions: { nl: 'Circulation pump' },
        synonyms: { nl: ['Circulator', '19"-pump'] },
        complete: true,
        features: [
          {
            featureCode: 'EF000008',
            descriptions: { nl: 'Width' },
            type: 'N',
            portCode: 0,
            origin: 'etim',
            unitCode: 'EU570448',
            unitAbbreviation: 'mm',
          },
          {
            featureCode: 'EF000014',
            descriptions: { nl: 'Material' },
            type: 'A',
            portCode: 0,
            origin: 'etim',
            choices: [
              { valueCode: 'EV000150', descriptions: { nl: 'Brass' } },
              { valueCode: 'EV000151', descriptions: { nl: 'Cast iron; "grey"' } },
            ],
          },
        ],
      },
    ]);
  });

  it.each([
    ['UTF-16 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['big-endian UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-8', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'), 'utf8')],
  ])('is read in %s too', async (_name, encode) => {
    const records = await read(await modelZip({ 'ETIMUNIT.csv': 'UNITOFMEASID;UNITDESC\nEU570448;m³\n' }, encode));
    expect(ofKind(records, 'etimClass')[0]?.definition.features[0]).toMatchObject({ unitAbbreviation: 'm³' });
  });

  it('does without synonyms, and names rows that speak of something unknown', async () => {
    const heading = (name: string) => smallModel[name]?.split('\n')[0] ?? '';
    const path = await modelZip({
      'ETIMARTCLASSSYNONYMMAP.csv': undefined,
      'ETIMARTCLASSFEATUREMAP.csv': `${heading('ETIMARTCLASSFEATUREMAP.csv')}\n8;EC011524;EF999999;N;;1\n9;EC011524;EF000008;X;;1\n`,
      'ETIMARTCLASSFEATUREVALUEMAP.csv': `${heading('ETIMARTCLASSFEATUREVALUEMAP.csv')}\n1;8;EV999999;1\n`,
    });
    const faults = ofKind(await read(path), 'faults').flatMap((record) => record.faults);
    expect(faults).toEqual([
      { pointer: 'ETIMARTCLASSFEATUREVALUEMAP.CSV:2', detail: 'the value EV999999 is not among the values' },
      { pointer: 'ETIMARTCLASSFEATUREMAP.CSV:2', detail: 'the feature EF999999 is not among the features' },
      { pointer: 'ETIMARTCLASSFEATUREMAP.CSV:3', detail: 'the feature type X is none of A, L, N and R' },
    ]);
  });
});

describe('reading a model', () => {
  it('tells how far it is, up to the end and never backwards', async () => {
    const seen: number[] = [];
    await recordsOf(readEtimCsvZip(await modelZip(), optionsOf({ onProgress: (fraction) => seen.push(fraction) })));
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  it('ends in the middle when it is cancelled, before anything came', async () => {
    const controller = new AbortController();
    const options = optionsOf({ signal: controller.signal, onProgress: () => controller.abort() });
    const records = readEtimCsvZip(await modelZip(), options);
    await expect(records.next()).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a model that cannot be trusted brings nothing', () => {
  it('when its ZIP is cut off', async () => {
    const whole = readFileSync(await modelZip());
    for (const bytes of [10, whole.length >> 1, whole.length - 5]) {
      await expect(read(fileWith(whole.subarray(0, bytes)))).rejects.toThrow(refusal(/no complete ZIP/));
    }
  });

  it('when bytes in it are damaged', async () => {
    const path = await modelZip();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 60, 120);
    writeFileSync(path, bytes);
    await expect(read(path)).rejects.toThrow(refusal(/./));
  });

  it.each([true, false])('when one bit of it is another, compressed or not: %s', async (compress) => {
    const path = await modelZip({}, undefined, { compress });
    const bytes = readFileSync(path);
    // In its rows: the heading is looked at anyway.
    const start = bytes.indexOf('ETIMVALUE.csv') + 'ETIMVALUE.csv'.length + 40;
    for (let at = start; at < start + 20; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1;
      writeFileSync(path, damaged);
      await expect(read(path)).rejects.toThrow(refusal(/./));
    }
  });

  it('when its tables are there twice, in folders by language', async () => {
    const twice = Object.entries(smallModel).flatMap(([name, text]) => [
      [name, undefined],
      [`EN/${name}`, text],
      [`NL/${name}`, text?.replace('Circulation pump', 'Circulatiepomp')],
    ]) as readonly [string, string | undefined][];
    const path = await modelZip(Object.fromEntries(twice));
    await expect(read(path)).rejects.toThrow(refusal(/more than once, as EN\/ETIM\w+\.csv and NL\//));
  });

  it('when a table unpacks to more than it announces, or announces too much', async () => {
    for (const [announced, detail] of [
      [20, /too many bytes/],
      [300 * 1024 ** 2, /unpacks to more than/],
    ] as const) {
      const path = await modelZip();
      const bytes = readFileSync(path);
      // The length stands in the directory at the end; the directory's entries begin with PK 1 2.
      for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
        bytes.writeUInt32LE(announced, at + 24);
      }
      writeFileSync(path, bytes);
      await expect(read(path)).rejects.toThrow(refusal(detail));
    }
  });

  it('when a table or a column is missing, or a table is empty', async () => {
    const lacking = await modelZip({ 'ETIMVALUE.csv': undefined });
    await expect(read(lacking)).rejects.toThrow(refusal(/lacks ETIMVALUE/));
    const renamed = await modelZip({ 'ETIMVALUE.csv': 'VALUEID;TEXT\nEV000150;Brass\n' });
    await expect(read(renamed)).rejects.toThrow(refusal(/no column VALUEDESC/));
    await expect(read(await modelZip({ 'ETIMVALUE.csv': '' }))).rejects.toThrow(refusal(/ETIMVALUE.CSV is empty/));
  });

  it('when a table is in another encoding than it seems', async () => {
    const path = await modelZip({}, (text) => Buffer.from(text.replace('Brass', 'Laß'), 'latin1'));
    await expect(read(path)).rejects.toThrow(refusal(/not utf-8/));
  });
});
