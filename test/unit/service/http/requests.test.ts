import { describe, expect, it } from 'vitest';
import { createFixedClients } from '../../../../electron/service/auth/fixed-clients.ts';
import { bodyFaults } from '../../../../electron/service/http/input-faults.ts';
import { readInTurns } from '../../../../electron/service/http/read-in-turns.ts';
import { parseJson } from '../../../../electron/service/http/parse-json.ts';
import { operationInstance, unknownInstance } from '../../../../electron/service/http/problem-instance.ts';
import { createTurns } from '../../../../electron/service/take-turns.ts';
import { routePaths, withoutServer, withPlainSlashes } from '../../../../electron/service/http/route-path.ts';
import { contract } from '../../../../shared/api/contract.ts';
import { readRecord } from '../../../../shared/api/read-record.ts';

describe('paths', () => {
  it('are the contract’s, in the router’s words', () => {
    expect(routePaths(contract.storeStandard)).toEqual(['/api/v:version/Standard/licenseCode']);
    expect(routePaths(contract.storeFile)).toEqual(['/api/v:version/Files/:licenseCode', '/api/v:version/Files']);
    expect(routePaths(contract.getStandards)).toEqual(['/api/v:version/Standard/:id', '/api/v:version/Standard']);
    expect(routePaths(contract.getFilter)).toEqual([
      '/api/v:version/Products/:filterId/:type/:disableFields',
      '/api/v:version/Products/:filterId/:type',
      '/api/v:version/Products/:filterId',
    ]);
  });

  it.each([
    ['/api/v1/productdata%2f8712%2fP-1?a=%2f', '/api/v1/productdata/8712/P-1?a=%2f'],
    ['/API/v1/ProductData%2F8712%2FA%2FB', '/API/v1/ProductData/8712/A%2FB'],
    ['/api/v1/productdata/8712/A%2fB%2fC', '/api/v1/productdata/8712/A%2fB%2fC'],
    ['/api/v1/productdatagtin/1', '/api/v1/productdatagtin/1'],
  ])('%s is read as %s', (given, read) => {
    expect(withPlainSlashes(given)).toBe(read);
  });

  it.each([
    ['http://127.0.0.1:8080/api/v1/standard?a=/', '/api/v1/standard?a=/'],
    ['HTTPS://cad.example/', '/'],
    ['/http://a/b', '/http://a/b'],
  ])('%s is read as %s', (given, read) => {
    expect(withoutServer(given)).toBe(read);
  });

  it('show no license code in an answer', () => {
    const credentials = { clientId: 'unit', clientSecret: 'unit-secret' };
    const clients = createFixedClients({ credentials, licenseCodes: ['SECRET 1'] });
    const hide = (path: string) => clients.hideLicenses(path);
    const blobId = '0198d5a0-0000-7000-8000-000000000000';
    const params = { version: '1', blobId, licenseCode: 'SECRET 1' };
    expect(operationInstance(contract.storeMetadata, params, (path) => path)).toBe(`/api/v1/Metadata/${blobId}/***`);
    const misplaced = { version: '1', id: 'SECRET 1' };
    expect(operationInstance(contract.getStandards, misplaced, hide)).toBe('/api/v1/Standard/***');
  });

  it('show no value of another form than its place has, which may be a license code that nobody knows yet', () => {
    const show = (params: Record<string, string>) => operationInstance(contract.storeMetadata, params, (path) => path);
    const blobId = '0198d5a0-0000-7000-8000-000000000000';
    expect(show({ version: '1', blobId, licenseCode: 'x' })).toBe(`/api/v1/Metadata/${blobId}/***`);
    expect(show({ version: '1', blobId: 'SECRET 1', licenseCode: blobId })).toBe('/api/v1/Metadata/***/***');
    expect(show({ version: 'SECRET', blobId, licenseCode: '' })).toBe(`/api/v***/Metadata/${blobId}/***`);
  });

  it('that are no operation show words of the service and nothing else', () => {
    const show = unknownInstance;
    expect(show('/API/v1/files/SECRET%201/more?licenseCode=SECRET%201')).toBe('/API/v1/files/***/***');
    expect(show('/Files/SECRET/%zz/')).toBe('/Files/***/***/');
    expect([show('/metrics', '/metrics'), show('/metrics')]).toEqual(['/metrics', '/***']);
  });
});

describe('JSON of strangers', () => {
  const parse = (text: string) => parseJson(text, createTurns());

  it('may nest as deep as records do, brackets in texts not counted', async () => {
    const deep = `${'['.repeat(64)}${']'.repeat(64)}`;
    expect(await parse(deep)).toBeInstanceOf(Array);
    await expect(parse(`[${deep}]`)).rejects.toThrow('64 levels');
    expect(await parse(JSON.stringify(`\\"${'['.repeat(100)}`))).toContain('[[[');
  });

  it('has no list, record or name beyond what any operation takes', async () => {
    const numbers = Array.from({ length: 20_000 }, (_, index) => index);
    const names = numbers.map((index) => `"k${index}": [1, 2]`);
    expect(await parse(`{"a": [${numbers.join()}], "b": {${names.join()}}}`)).toMatchObject({ a: { length: 20_000 } });
    await expect(parse(`{"a": [${numbers.join()}, 1]}`)).rejects.toThrow('more than 20000 entries');
    await expect(parse(`[{${names.join()}, "one": 1}]`)).rejects.toThrow('more than 20000 entries');
    const name = 'a'.repeat(1_001);
    expect(await parse(`{"${name}": 1}`)).toEqual({ [name]: 1 });
    await expect(parse(`{"${name}": "${long}"}`)).rejects.toThrow('more than 1000 characters');
  });

  it('has no more values than its length is worth', async () => {
    // Each empty record takes eighty bytes of memory, and as many again when it is read.
    const records = `[${'{},'.repeat(9_999)}{}]`;
    await expect(parse(`[${`${records},`.repeat(151)}{}]`)).rejects.toThrow('more than 3000000 values');
    expect(await parse(`[${`${records},`.repeat(3)}{}]`)).toMatchObject({ length: 4 });
  });

  const long = 'x'.repeat(70_000);
  const values: readonly unknown[] = [
    Array.from({ length: 15_000 }, (_, index) => index),
    Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`"${index}\\`, [index, '[,{']])),
    [1, long, 2, { a: long, b: [], 'c"\\': { d: [long, '"'] } }, `${long}\\`, {}, []],
    { a: long },
    long,
    [[[[[[long, long]]]]]],
    { a: [{ b: Array.from({ length: 9_000 }, (_, id) => ({ id, text: '],},"' })) }] },
  ];

  it.each(values.map((value, index) => [index, value]))(
    'is read as JSON.parse reads it, piece by piece: %i',
    async (_, value) => {
      for (const text of [JSON.stringify(value), JSON.stringify(value, undefined, '\t ')]) {
        expect(await parse(`\n${text}\r\n`)).toEqual(value);
      }
      expect(await parse(`[${' '.repeat(70_000)}]`)).toEqual([]);
      expect(await parse(`{}${' '.repeat(70_000)}`)).toEqual({});
    },
  );

  const list = Array.from({ length: 15_000 }, () => 10_000).join();
  it.each([
    `[${list},]`,
    `[,${list}]`,
    `[${list},,1]`,
    `[${list}}`,
    `[${list}]]`,
    `[${list}`,
    `[1][${list}]`,
    `{"a":[${list}],}`,
    `{"a":[${list}] "b":1}`,
    `{"a" [${list}]}`,
    `{a:[${list}]}`,
    `{"a"x:[${list}]}`,
    `["${long}]`,
    `{"a\n":"${long}"}`,
    `[\u00a0${list}]`,
  ])('is refused where JSON.parse refuses it: case %#', async (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    await expect(parse(text)).rejects.toMatchObject({ code: 'malformed-body' });
  });

  it.each([
    '{"__proto__": {"polluted": true}}',
    '[{"a": {"\\u005f_proto__": 1}}]',
    '{"constructor": {"prototype": {"polluted": true}}}',
    `{"__proto__": "${long}"}`,
    `[{"constructor": {"prototype": "${long}"}}]`,
    `{"constructor": {"a": "${long}", "prototype": 1}}`,
  ])('is refused where it names what all objects inherit: case %#', async (text) => {
    await expect(parse(text)).rejects.toThrow('constructor.prototype');
    expect(await parse('{"constructor": {"x": 1}, "a": "__proto__"}')).toMatchObject({ a: '__proto__' });
  });

  it('lets others have their turn, however long it is', async () => {
    const list = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'a product' }));
    const text = JSON.stringify(Array.from({ length: 20 }, () => list));
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await parse(text);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it('is told at which of its places something is wrong', () => {
    const record = { application: { name: {} }, 'a/b~c': 1 };
    const one = readRecord(contract.storeMetadata.body.schema, record);
    expect(bodyFaults(one.error?.issues ?? [])[0]).toMatchObject({ in: 'body', pointer: '/application/name' });
    const list = readRecord(contract.storeMetadata.body.schema, [{}, { size: 'large' }]);
    expect(bodyFaults(list.error?.issues ?? [])).toMatchObject([{ pointer: '/1/size' }]);
    const states = readRecord(contract.setBimReady.body.schema, { 'a/b~c': 1 });
    expect(bodyFaults(states.error?.issues ?? [])).toMatchObject([{ pointer: '/a~1b~0c' }]);
  });

  it('is told of its first faults only, however many there are', () => {
    const faults = bodyFaults(
      Array.from({ length: 3_000_000 }, () => ({ code: 'custom', path: [1], message: 'no', input: 1 })),
    );
    expect(faults).toHaveLength(50);
    const ids = readRecord(contract.getProductValues.body.schema, { productIds: Array(9_000).fill('x') });
    expect(bodyFaults(ids.error?.issues ?? [])).toHaveLength(50);
  });

  it('reads long lists item by item as it would read them whole, and says where they are wrong', async () => {
    const { schema } = contract.storeFilter.body;
    const product = (index: number) => ({
      Id: index,
      Properties: Array.from({ length: 60 }, () => ({ Code: 'EF000001' })),
    });
    const filter = { LanguageCode: 'nl', CADProducts: Array.from({ length: 200 }, (_, index) => product(index)) };
    const whole = readRecord(schema, filter);
    const read = await readInTurns(schema, filter, createTurns());
    expect(read).toEqual({ success: true, data: whole.data });
    const wrong = {
      cadProducts: [...filter.CADProducts, { Properties: [...product(0).Properties, { PortCode: 'x' }] }],
    };
    const faulty = await readInTurns(schema, wrong, createTurns());
    const issues = faulty.success ? [] : faulty.issues;
    expect(bodyFaults(issues)).toMatchObject([{ pointer: '/cadProducts/200/properties/60/portCode' }]);
  });
});
