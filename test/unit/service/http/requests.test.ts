import { describe, expect, it } from 'vitest';
import { bodyFaults } from '../../../../electron/service/http/input-faults.ts';
import { parseJson } from '../../../../electron/service/http/parse-json.ts';
import { operationInstance, unknownInstance } from '../../../../electron/service/http/problem-instance.ts';
import { routePath, withPlainSlashes } from '../../../../electron/service/http/route-path.ts';
import { contract } from '../../../../shared/api/contract.ts';
import { readRecord } from '../../../../shared/api/read-record.ts';

describe('paths', () => {
  it('are the contract’s, in the router’s words', () => {
    expect(routePath(contract.storeFile)).toBe('/api/v:version/Files/:licenseCode');
    expect(routePath(contract.getStandards)).toBe('/api/v:version/Standard/:id?');
  });

  it.each([
    ['/api/v1/productdata%2f8712%2fP-1?a=%2f', '/api/v1/productdata/8712/P-1?a=%2f'],
    ['/API/v1/ProductData%2F8712%2FA%2FB', '/API/v1/ProductData/8712/A%2FB'],
    ['/api/v1/productdata/8712/A%2fB%2fC', '/api/v1/productdata/8712/A%2fB%2fC'],
    ['/api/v1/productdatagtin/1', '/api/v1/productdatagtin/1'],
  ])('%s is read as %s', (given, read) => {
    expect(withPlainSlashes(given)).toBe(read);
  });

  it('show no license code in an answer', () => {
    const params = { version: '1', blobId: 'b', licenseCode: 'SECRET 1' };
    expect(operationInstance(contract.storeMetadata, params, [])).toBe('/api/v1/Metadata/b/***');
    const swapped = { ...params, blobId: 'SECRET 1' };
    expect(operationInstance(contract.storeMetadata, swapped, ['SECRET 1'])).toBe('/api/v1/Metadata/***/***');
    expect(unknownInstance('/api/v1/file/SECRET%201/more?licenseCode=SECRET%201', ['SECRET 1'])).toBe(
      '/api/v1/file/***/more',
    );
  });
});

describe('JSON of strangers', () => {
  it('may nest as deep as records do, brackets in texts not counted', () => {
    const deep = `${'['.repeat(64)}${']'.repeat(64)}`;
    expect(parseJson(deep)).toBeInstanceOf(Array);
    expect(() => parseJson(`[${deep}]`)).toThrow('64 levels');
    expect(parseJson(JSON.stringify(`\\"${'['.repeat(100)}`))).toContain('[[[');
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
});
