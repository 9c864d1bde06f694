import { describe, expect, it } from 'vitest';
import { detectKind } from '../../../electron/imports/detect-kind.ts';
import { fileWith, modelZip, temporaryFolder } from './product-files.ts';

describe('the format of a file', () => {
  it('is told by what the file holds, not by its name', async () => {
    expect(await detectKind(await modelZip())).toBe('etim-csv');
    expect(await detectKind(fileWith('\uFEFF\n {"SchemaVersion": "2.0"}', 'a.xml'))).toBe('xchange');
    expect(await detectKind(fileWith(Buffer.from('{"SchemaVersion"', 'utf16le'), 'b.csv'))).toBe('xchange');
    expect(await detectKind(fileWith('<?xml version="1.0"?><BMECAT/>', 'c.json'))).toBe('bmecat');
  });

  it.each([
    ['text', 'ARTCLASSID;ARTCLASSDESC', 'neither'],
    ['nothing', '', 'neither'],
    ['a ZIP that ends at once', 'PK\u0003\u0004', 'no complete ZIP'],
  ])('is refused where the file is %s', async (_name, content, detail) => {
    await expect(detectKind(fileWith(content))).rejects.toMatchObject({
      code: 'import-file-unreadable',
      detail: expect.stringContaining(detail) as string,
    });
  });

  it('is refused where there is no such file, a folder, or a ZIP of something else', async () => {
    const other = await modelZip({ 'ETIMARTCLASS.csv': undefined });
    await expect(detectKind('/nowhere/at/all')).rejects.toThrow('there is no such file');
    await expect(detectKind(temporaryFolder())).rejects.toMatchObject({ code: 'import-file-unreadable' });
    await expect(detectKind(other)).rejects.toThrow('holds no ETIM model');
  });
});
