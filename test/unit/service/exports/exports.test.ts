import { describe, expect, it } from 'vitest';
import { createUniqueNames, safeEntryName } from '../../../../electron/service/exports/entry-name.ts';
import { featureColumnsOf, productsCsv } from '../../../../shared/api/products-csv.ts';
import type { CadProduct } from '../../../../shared/api/schemas/cad-product.ts';
import { createTurns } from '../../../../electron/service/take-turns.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { diskPlace, sha256Of } from '../blobs/blob-places.ts';
import { licenseCode, pumpKey, startService, tokenOf } from '../start-service.ts';
import { metadataRecord } from '../../../contract/seed.ts';
import { readZip } from './read-zip.ts';

describe('names inside a ZIP', () => {
  it.each([
    ['pump.rfa', 'pump.rfa'],
    ['a/b\\c:d*?"<>|.rfa', 'a_b_c_d______.rfa'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['con.rfa', '_con.rfa'],
    ['pump. ', 'pump'],
    ['\u0007\n', '__'],
    ['', 'file'],
    [`${'x'.repeat(300)}.rfa`, `${'x'.repeat(120)}.rfa`],
    ['e\u0301.rfa', '\u00e9.rfa'],
  ])('%j is %j', (given, name) => expect(safeEntryName(given)).toBe(name));

  it('never differ in letter case only', () => {
    const unique = createUniqueNames();
    expect(['Pump.rfa', 'pump.rfa', 'PUMP.RFA', 'pump'].map(unique)).toEqual([
      'Pump.rfa',
      'pump (2).rfa',
      'PUMP (3).RFA',
      'pump',
    ]);
  });
});

it('thousands of files of one name are told apart in no time', () => {
  const unique = createUniqueNames();
  const names = Array.from({ length: 20_000 }, () => 'valve.rfa');
  const start = process.threadCpuUsage();
  expect(new Set(names.map(unique)).size).toBe(names.length);
  // It took a minute while each looked at every name before it.
  expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
});

async function csvOf(product: CadProduct, ...disabled: readonly string[]): Promise<string> {
  const columns = await featureColumnsOf([product], new Set(disabled), createTurns());
  let csv = '';
  for await (const some of productsCsv([{ product, cadFile: 'pump.rfa' }], columns, createTurns())) csv += some;
  return csv;
}

describe('the table of products', () => {
  it.each([
    ["Pump;=cmd|' /C calc'!A0", "Pump;'=cmd|' /C calc'!A0"],
    ['Pump;=HYPERLINK("http://a")', `"Pump;'=HYPERLINK(""http://a"")"`],
    ['a;"=1+1"', `"a;""'=1+1"""`],
    ['a\t+1+1', "a\t'+1+1"],
    ['a\n=1+1', `"a\n'=1+1"`],
    ['\n=1+1', `"'\n'=1+1"`],
    ['-2+3', "'-2+3"],
    ['-1 -2', "'-1 -2"],
    ['+1 +100 -5', "'+1 +100 -5"],
    ['a;-1 -2', "a;'-1 -2"],
    ['-1 … 2 -3', "'-1 … 2 -3"],
    ['a;-5;b', 'a;-5;b'],
    ['-1e-7', '-1e-7'],
    ['a = b - c', 'a = b - c'],
  ])('runs no formula, wherever a spreadsheet begins a cell: %j', async (name, field) => {
    expect(await csvOf({ productId: 1, name })).toContain(`\r\n1,,,${field},,,pump.rfa\r\n`);
    const titled = { productId: 1, properties: [{ code: 'EF000001', description: name }] };
    expect(await csvOf(titled)).toContain(field.replace(/^"?'?/, ''));
  });

  it('has ranges and coordinates that no spreadsheet calculates with, also those that begin below zero', async () => {
    const values = [
      { rangeValue: { min: -10, max: 110 } },
      { rangeValue: { min: -1e-7 } },
      { rangeValue: { max: -5 } },
      { coordinateValue: { x: -10, y: 1.5, z: -2 } },
    ];
    const properties = values.map((value, index) => ({ code: `EF00000${index}`, value }));
    expect(await csvOf({ productId: 1, properties })).toContain(',-10 … 110,-1e-7 …,… -5,x=-10 y=1.5 z=-2\r\n');
  });

  it.each([
    ['one number', (length: number) => `-${'1'.repeat(length)}x`],
    ['many numbers', (length: number) => `${'-1 '.repeat(length / 3)}x`],
    ['quotes', (length: number) => `;${'"'.repeat(length)}x`],
    ['cells', (length: number) => `${';-1'.repeat(length / 3)}x`],
  ])('is written in no time where a name is long: %s', async (_, nameOf) => {
    const start = process.threadCpuUsage();
    await csvOf({ productId: 1, name: nameOf(60_000) });
    // It took half a minute, in which the service answered nobody.
    expect(process.threadCpuUsage(start).user).toBeLessThan(1_000_000);
  });

  it('is refused where codes or class versions of products have another form, and names them; a product may have none', async () => {
    const { storeBytes, storeDraft, send } = await startService();
    await storeDraft(await storeBytes('pump'));
    const good = { etimClassCode: pumpKey.etimClassCode, modellingClassCode: pumpKey.etimModelCode };
    const answer = await send('POST', '/Export/Revit/2025', [good, { ...good, etimClassCode: 'x' }]);
    const fault = { in: 'body', pointer: '/1/etimClassCode', detail: 'an ETIM class code is EC and 6 digits' };
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [fault] });
    const versions = { etimClassCodeVersion: '3x', modellingClassCodeVersion: '-2' };
    const detail = 'a class version is a positive whole number';
    expect((await send('POST', '/Export/Revit/2025', [good, { ...good, ...versions }])).json()).toMatchObject({
      status: 400,
      errors: ['etimClassCodeVersion', 'modellingClassCodeVersion'].map((name) => ({ pointer: `/1/${name}`, detail })),
    });
    expect((await send('POST', '/Export/Revit/2025', [good, { productId: 7 }])).status).toBe(200);
  });

  it('is refused where it has more columns than a spreadsheet', async () => {
    const { storeBytes, storeDraft, send } = await startService();
    await storeDraft(await storeBytes('pump'));
    const properties = (first: number) =>
      Array.from({ length: 9_000 }, (_, index) => ({ code: `EF${100_000 + first + index}` }));
    const classes = { etimClassCode: pumpKey.etimClassCode, modellingClassCode: pumpKey.etimModelCode };
    const products = [0, 9_000].map((first) => ({ ...classes, properties: properties(first) }));
    expect((await send('POST', '/Export/Revit/2025', products.slice(1))).status).toBe(200);
    const answer = await send('POST', '/Export/Revit/2025', products);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('16384 columns');
  });

  it('has a column for each feature left enabled, and quotes what needs it', async () => {
    const product = {
      productId: 1,
      name: '=cmd|"x"',
      properties: [
        { code: 'EF000001', value: { numericValue: -5 }, unitAbbreviation: 'mm', description: 'Depth' },
        { code: 'EF000002', value: { rangeValue: { min: 1, max: 2 } } },
        { code: 'EF000003', portCode: 2, value: { description: 'a, b' }, userDefinedValue: { description: 'own' } },
      ],
    };
    expect(await csvOf(product, 'EF000002')).toBe(
      '\uFEFFproductId,manufacturerGln,productCode,name,etimClassCode,modellingClassCode,cadFile,EF000001 Depth [mm],EF000003/2\r\n' +
        `1,,,"'=cmd|""x""",,,pump.rfa,-5,own\r\n`,
    );
  });
});

describe('an export', () => {
  it.each(['etimClassCodeVersion', 'etimModelCodeVersion'])(
    'holds the file of the highest %s where the product names none',
    async (version) => {
      const { service, storeBytes, storeDraft } = await startService();
      for (const value of ['1', '10', '9']) {
        await storeDraft(
          await storeBytes(`pump of ${value}`),
          { BaseFilename: 'pump' },
          { ...pumpKey, [version]: value },
        );
      }
      const answer = await service.inject({
        method: 'POST',
        url: '/api/v1/Export/Revit/2025',
        headers: { authorization: `Bearer ${await tokenOf(service)}` },
        payload: JSON.stringify([{ EtimClassCode: 'EC011524', ModellingClassCode: 'MC000123' }]),
      });
      expect(readZip(answer.rawPayload).get('pump.rfa')).toBe('pump of 10');
    },
  );

  it('holds the newest file that the program can open, once, and the table', async () => {
    const { service, storeBytes, storeDraft, send } = await startService();
    const years = ['2019', '2023', '2026'];
    for (const year of years) {
      const key = { ...pumpKey, applicationVersion: year };
      await storeDraft(await storeBytes(`pump of ${year}`), { BaseFilename: 'pump' }, key);
    }
    const standard = [{ StandardId: null, StandardName: 'S', Filename: 'pomp' }];
    const nl = metadataRecord(
      { ...pumpKey, applicationVersion: '2023' },
      { LanguageCode: 'nl', StandardFilenames: standard },
    );
    await send('POST', `/Metadata/${await storeBytes('pomp of 2023')}/${licenseCode}`, nl);
    const products = [
      { ProductId: 1, EtimClassCode: 'EC011524', ModellingClassCode: 'MC000123' },
      { ProductId: 2, EtimClassCode: 'EC011524', EtimClassCodeVersion: '3', ModellingClassCode: 'MC000123' },
      { ProductId: 3, EtimClassCode: 'EC000001', ModellingClassCode: 'MC000123' },
    ];
    const authorization = `Bearer ${await tokenOf(service)}`;
    const url = '/api/v1/Export/Revit/2025?languageCode=';
    const ask = async (language: string) => {
      const request = {
        method: 'POST',
        url: url + language,
        headers: { authorization },
        payload: JSON.stringify(products),
      } as const;
      return readZip((await service.inject(request)).rawPayload);
    };
    const zip = await ask('');
    expect([...zip.keys()]).toEqual(['pump.rfa', 'products.csv']);
    expect(zip.get('pump.rfa')).toBe('pump of 2023');
    const rows = zip.get('products.csv')?.trim().split('\r\n') ?? [];
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(['cadFile', 'pump.rfa', 'pump.rfa', '']);
    expect((await ask('NL')).get('pomp.rfa')).toBe('pomp of 2023');
  });

  it('that breaks off because bytes are lost is reported, as its caller only sees that it ends too early', async () => {
    const place = await diskPlace();
    const blobs = await place.open();
    const { service, storeBytes, storeDraft, problems } = await startService({ blobs });
    const content = 'pump'.repeat(50_000);
    await storeDraft(await storeBytes(content), { BaseFilename: 'pump' });
    await place.spoil({ sha256: sha256Of(content) as Sha256, sizeBytes: content.length, blobId: '' }, '');
    const answer = await fetch(`${await service.listen(0)}/api/v1/Export/Revit/2025`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(service)}` },
      body: JSON.stringify([{ EtimClassCode: 'EC011524', ModellingClassCode: 'MC000123' }]),
    });
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(problems).toMatchObject([
      {
        instance: '/api/v1/Export/Revit/2025',
        operation: 'exportProducts',
        status: 200,
        cause: { code: 'bytes-lost' },
      },
    ]);
  });

  it.each([
    ['2024', ['R14'], 'R14'],
    ['2024', ['R14', '2000'], '2000'],
    ['R14', ['R13', 'R14', '2018'], 'R14'],
    ['R12', ['R14', '2018'], undefined],
  ])('for AutoCAD %s holds of the drawings of %j that of %s', async (asked, kept, expected) => {
    const { service, storeBytes, storeDraft } = await startService();
    for (const applicationVersion of kept) {
      const key = { ...pumpKey, applicationName: 'AutoCAD', applicationVersion };
      await storeDraft(await storeBytes(applicationVersion), { BaseFilename: 'pump' }, key);
    }
    const answer = await service.inject({
      method: 'POST',
      url: `/api/v1/Export/AutoCAD/${asked}`,
      headers: { authorization: `Bearer ${await tokenOf(service)}` },
      payload: JSON.stringify([{ ProductId: 1, EtimClassCode: 'EC011524', ModellingClassCode: 'MC000123' }]),
    });
    expect(answer.statusCode).toBe(expected === undefined ? 404 : 200);
    if (expected !== undefined) expect(readZip(answer.rawPayload).get('pump.rfa')).toBe(expected);
  });
});
