import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBmecat } from '../../../electron/imports/bmecat/read-bmecat.ts';
import { fileWith, hasEtimSamples, ofKind, optionsOf, publishedFiles, recordsOf } from './product-files.ts';

const refusal = (detail: RegExp) =>
  expect.objectContaining({ code: 'import-file-unreadable', detail: expect.stringMatching(detail) as string }) as Error;

const readText = (text: string | Buffer, more: Parameters<typeof optionsOf>[0] = {}) =>
  recordsOf(readBmecat(fileWith(text), optionsOf(more)));

const productsOf = async (...given: Parameters<typeof readText>) =>
  ofKind(await readText(...given), 'product').map(({ product }) => ({
    ...product,
    values: product.values.filter((value) => value.kind === 'written'),
  }));

const catalogueOf = (products: string, header = '<CATALOG><LANGUAGE>ger</LANGUAGE></CATALOG>') =>
  `<?xml version="1.0"?><BMECAT version="2005"><HEADER>${header}</HEADER><T_NEW_CATALOG>${products}</T_NEW_CATALOG></BMECAT>`;

const pump = (details = '', features = '') =>
  `<PRODUCT><SUPPLIER_PID>S1</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT>Pumpe</DESCRIPTION_SHORT>
   <MANUFACTURER_PID>P1</MANUFACTURER_PID><MANUFACTURER_NAME>Pumpen</MANUFACTURER_NAME>${details}</PRODUCT_DETAILS>
   ${features}</PRODUCT>`;

const etim = (...features: readonly string[]) =>
  `<PRODUCT_FEATURES><REFERENCE_FEATURE_SYSTEM_NAME>ETIM-8.0</REFERENCE_FEATURE_SYSTEM_NAME>
   <REFERENCE_FEATURE_GROUP_ID>EC011524</REFERENCE_FEATURE_GROUP_ID>${features.join('')}</PRODUCT_FEATURES>`;

const feature = (name: string, ...values: readonly string[]) =>
  `<FEATURE><FNAME>${name}</FNAME>${values.map((value) => `<FVALUE>${value}</FVALUE>`).join('')}</FEATURE>`;

describe.skipIf(!hasEtimSamples)('the published catalogues', () => {
  it('hold a product each, classified in ECLASS only, in two languages', async () => {
    const [arrester, marking] = await Promise.all(
      publishedFiles.bmecat.map(async (path) => ofKind(await recordsOf(readBmecat(path, optionsOf())), 'product')),
    );
    expect(arrester).toMatchObject([{ product: { productCode: '1351590000', gtins: ['04050118158540'] } }]);
    expect(marking).toEqual([
      {
        kind: 'product',
        product: {
          manufacturerName: 'Weidmueller Group',
          productCode: '1609801044',
          gtins: ['04008190397111'],
          names: { de: 'Klemmenmarkierung', en: 'Terminal marking' },
          values: [],
        },
      },
    ]);
  });
});

describe('a product', () => {
  it('has its ETIM class and the values of its features', async () => {
    const features = etim(
      feature('EF000008', '180.5'),
      feature('EF000010', 'true'),
      feature('EF000012', '-10', '110'),
      feature('EF000014', 'EV000150'),
      feature('EFI00015', 'NA'),
      feature('EF000016', '-'),
    );
    const other =
      '<PRODUCT_FEATURES><REFERENCE_FEATURE_SYSTEM_NAME>ECLASS-9.0</REFERENCE_FEATURE_SYSTEM_NAME></PRODUCT_FEATURES>';
    const [product] = await productsOf(catalogueOf(pump('', other + features)));
    expect(product).toMatchObject({ etimClassCode: 'EC011524', productCode: 'P1', names: { de: 'Pumpe' } });
    expect(product).not.toHaveProperty('etimClassVersion');
    expect(product?.values.map(({ featureCode, texts, unit }) => [featureCode, texts, unit])).toEqual([
      ['EF000008', ['180.5'], undefined],
      ['EF000010', ['true'], undefined],
      ['EF000012', ['-10', '110'], undefined],
      ['EF000014', ['EV000150'], undefined],
      ['EFI00015', ['NA'], undefined],
      ['EF000016', ['-'], undefined],
    ]);
  });

  it('has each value with its unit and where it stands, for the service to read by its class', async () => {
    const withUnit = feature('EF000008', '7,5').replace('</FEATURE>', '<FUNIT> CMT </FUNIT></FEATURE>');
    const [product] = await productsOf(catalogueOf(pump('', etim(feature('EF000010', 'ja'), withUnit))));
    expect(product?.values[1]).toEqual({
      kind: 'written',
      featureCode: 'EF000008',
      portCode: 0,
      origin: 'etim',
      texts: ['7,5'],
      unit: 'CMT',
      pointer: '/BMECAT/T_NEW_CATALOG/PRODUCT[1]/PRODUCT_FEATURES/FEATURE[2]',
    });
  });

  it('gets its GLN from itself, else from the caller, else from the supplier who makes it', async () => {
    const supplier =
      '<SUPPLIER><SUPPLIER_ID type="gln">8712345000011</SUPPLIER_ID><SUPPLIER_NAME>Pumpen</SUPPLIER_NAME></SUPPLIER>';
    const named = pump('<MANUFACTURER_IDREF type="gln">8712345000004</MANUFACTURER_IDREF>');
    const glnOf = async (...given: Parameters<typeof readText>) => (await productsOf(...given))[0]?.manufacturerGln;
    const option = { manufacturerGln: '8712345000028' };
    expect(await glnOf(catalogueOf(named, supplier), option)).toBe('8712345000004');
    expect(await glnOf(catalogueOf(pump(), supplier), option)).toBe('8712345000028');
    expect(await glnOf(catalogueOf(pump(), supplier))).toBe('8712345000011');
    expect(await glnOf(catalogueOf(pump(), supplier.replace('Pumpen', 'Handel')))).toBeUndefined();
    expect(await glnOf(catalogueOf(pump()))).toBeUndefined();
  });

  it('may write its GTIN in two ways, its names with a prefix, in CDATA and in Latin-1', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><b:BMECAT xmlns:b="x" version="2005.1"><b:T_NEW_CATALOG>
      <b:PRODUCT><b:SUPPLIER_PID>S1</b:SUPPLIER_PID><b:PRODUCT_DETAILS>
      <b:DESCRIPTION_SHORT lang="fra"><![CDATA[Pompe & vanne à  eau]]></b:DESCRIPTION_SHORT>
      <b:INTERNATIONAL_PID type="gtin">4008190397111</b:INTERNATIONAL_PID><b:EAN>04008190397111</b:EAN>
      <b:INTERNATIONAL_PID type="upc">036000291452</b:INTERNATIONAL_PID>
      <b:MANUFACTURER_NAME>M&#252;ller</b:MANUFACTURER_NAME></b:PRODUCT_DETAILS></b:PRODUCT></b:T_NEW_CATALOG></b:BMECAT>`;
    expect(await productsOf(Buffer.from(text, 'latin1'))).toEqual([
      {
        manufacturerName: 'Müller',
        productCode: 'S1',
        gtins: ['04008190397111'],
        names: { fr: 'Pompe & vanne à eau' },
        values: [],
      },
    ]);
  });

  it('keeps the name that says its language, in whatever form programs write that', async () => {
    const names = `<DESCRIPTION_SHORT lang="ger">Kreiselpumpe</DESCRIPTION_SHORT>
      <DESCRIPTION_SHORT lang="fr_FR">Pompe</DESCRIPTION_SHORT><DESCRIPTION_SHORT>Pumpe 2</DESCRIPTION_SHORT>`;
    const [product] = await productsOf(catalogueOf(pump(names)));
    expect(product?.names).toEqual({ de: 'Kreiselpumpe', 'fr-fr': 'Pompe' });
  });

  it.each(['en-abc', 'de-a1', 'nl-12', 'D'])('does without the name in a language that is none: %s', async (tag) => {
    const records = await readText(catalogueOf(pump(`<DESCRIPTION_SHORT lang="${tag}">Pump</DESCRIPTION_SHORT>`)));
    expect(ofKind(records, 'product')).toMatchObject([{ product: { names: { de: 'Pumpe' } } }]);
    const pointer = '/BMECAT/T_NEW_CATALOG/PRODUCT[1]/PRODUCT_DETAILS/DESCRIPTION_SHORT[2]';
    const detail = expect.stringContaining('language code') as string;
    expect(ofKind(records, 'faults')).toEqual([{ kind: 'faults', skipped: false, faults: [{ pointer, detail }] }]);
    const header = `<CATALOG><LANGUAGE>${tag}</LANGUAGE></CATALOG>`;
    expect(await productsOf(catalogueOf(pump(), header))).toMatchObject([{ names: { en: 'Pumpe' } }]);
  });

  it('is told of with its place where it cannot be taken in, and where a part of it cannot', async () => {
    const nameless = '<PRODUCT><SUPPLIER_PID>S2</SUPPLIER_PID><PRODUCT_DETAILS/></PRODUCT>';
    const deleted = pump().replace('<PRODUCT>', '<PRODUCT mode="delete">');
    const odd = pump('<EAN>12</EAN>', etim(feature('Width', '1'), feature('EF000008', 'wide')));
    const records = await readText(catalogueOf(nameless + deleted + odd));
    expect(ofKind(records, 'product')).toHaveLength(1);
    const at = '/BMECAT/T_NEW_CATALOG/PRODUCT';
    expect(ofKind(records, 'faults')).toEqual([
      {
        kind: 'faults',
        skipped: true,
        faults: [{ pointer: `${at}[1]/PRODUCT_DETAILS`, detail: 'the manufacturer is not named' }],
      },
      {
        kind: 'faults',
        skipped: true,
        faults: [{ pointer: `${at}[2]`, detail: 'the product is to be deleted, which an import does not do' }],
      },
      {
        kind: 'faults',
        skipped: false,
        faults: [
          { pointer: `${at}[3]/PRODUCT_DETAILS`, detail: 'a GTIN has 8 to 14 digits, this has 2' },
          { pointer: `${at}[3]/PRODUCT_FEATURES/FEATURE[1]`, detail: 'FNAME is no feature code' },
        ],
      },
    ]);
  });
});

describe('a catalogue', () => {
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE BMECAT [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><BMECAT version="2005">&b;</BMECAT>';

  it('that is written anew while it is read is refused, also one of the same length', async () => {
    const many = (word: string): string => catalogueOf(pump(`<EAN>${word}</EAN>`).repeat(2_000));
    const path = fileWith(many('old'));
    let isRewritten = false;
    const reading = async (): Promise<void> => {
      for await (const _record of readBmecat(path, optionsOf())) {
        if (!isRewritten) writeFileSync(path, many('new'));
        isRewritten = true;
      }
    };
    await expect(reading()).rejects.toThrow(refusal(/changed while it was read/));
  });

  it.each([
    ['has a document type', bomb, /DOCTYPE/],
    ['uses entities nobody declared', catalogueOf(pump('<EAN>&secret;</EAN>')), /no well-formed XML/],
    [
      'is in an encoding that is not read',
      `<?xml version="1.0" encoding="windows-1250"?>${catalogueOf(pump()).replace(/^<\?xml[^>]*>/, '')}`,
      /windows-1250, which is not read/,
    ],
    ['ends too early', catalogueOf(pump()).slice(0, -30), /no well-formed XML/],
    ['is nested beyond reason', `<BMECAT version="2005">${'<A>'.repeat(200)}`, /nested deeper than 100/],
    ['is of another version', '<BMECAT version="1.2"></BMECAT>', /BMEcat version 1.2/],
    ['is something else', '<html></html>', /no BMEcat catalogue but html/],
    ['is not in its encoding', Buffer.from(catalogueOf(pump('<EAN>\xff</EAN>')), 'latin1'), /not utf-8/],
  ])('that %s is refused', async (_name, content, detail) => {
    await expect(readText(content)).rejects.toThrow(refusal(detail));
  });
});
