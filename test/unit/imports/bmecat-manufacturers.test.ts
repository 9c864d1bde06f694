import { describe, expect, it } from 'vitest';
import { readBmecat } from '../../../electron/imports/bmecat/read-bmecat.ts';
import { createProductImport } from '../../../electron/service/products/product-import.ts';
import { openTestStore } from '../service/open-test-store.ts';
import { fileWith, ofKind, optionsOf, recordsOf } from './product-files.ts';

const wholesalerGln = '8712345000011';
const makerGln = '8712345000004';
const supplierOf = (name: string) =>
  `<SUPPLIER><SUPPLIER_ID type="gln">${wholesalerGln}</SUPPLIER_ID><SUPPLIER_NAME>${name}</SUPPLIER_NAME></SUPPLIER>`;
const wholesaler = supplierOf('Invented Wholesale');

const catalogueOf = (products: string, header = wholesaler) =>
  `<BMECAT version="2005"><HEADER>${header}</HEADER><T_NEW_CATALOG>${products}</T_NEW_CATALOG></BMECAT>`;
const productOf = (details: string, code = '<MANUFACTURER_PID>100</MANUFACTURER_PID>') =>
  `<PRODUCT><SUPPLIER_PID>W-1</SUPPLIER_PID><PRODUCT_DETAILS>${code}${details}</PRODUCT_DETAILS></PRODUCT>`;
const named = (name: string) => `<MANUFACTURER_NAME>${name}</MANUFACTURER_NAME>`;
const referring = (id: string, type = 'supplier_specific') =>
  `<MANUFACTURER_IDREF type="${type}">${id}</MANUFACTURER_IDREF>`;

const read = (text: string, more: Parameters<typeof optionsOf>[0] = {}) =>
  recordsOf(readBmecat(fileWith(text), optionsOf(more)));
const makersOf = async (...given: Parameters<typeof read>) =>
  ofKind(await read(...given), 'product').map(({ product }) => [product.manufacturerName, product.manufacturerGln]);
const faultsOf = async (...given: Parameters<typeof read>) =>
  ofKind(await read(...given), 'faults').flatMap(({ faults }) => faults.map(({ detail }) => detail));

describe('the catalogue of a wholesaler', () => {
  it('has products of several makers, who may give them the same number', async () => {
    const store = await openTestStore();
    const path = fileWith(catalogueOf(productOf(named('Alpha')) + productOf(named('Beta'))));
    await createProductImport(store).take(readBmecat(path, optionsOf()));
    const found = await store.products.findAllByCode('100');
    expect(found.map(({ data }) => [data.manufacturerName, data.manufacturerGln]).toSorted()).toEqual([
      ['Alpha', undefined],
      ['Beta', undefined],
    ]);
  });

  it('gives no product of another the number of the wholesaler for that of the maker', async () => {
    const products = productOf(named('Alpha'), '') + productOf(named('Invented Wholesale B.V.'), '');
    const records = await read(catalogueOf(products));
    expect(ofKind(records, 'product')).toMatchObject([
      { product: { productCode: 'W-1', manufacturerGln: wholesalerGln } },
    ]);
    expect(ofKind(records, 'faults')).toEqual([
      {
        kind: 'faults',
        skipped: true,
        faults: [
          {
            pointer: '/BMECAT/T_NEW_CATALOG/PRODUCT[1]',
            detail: 'the product has no MANUFACTURER_PID, and SUPPLIER_PID is no number of Alpha',
          },
        ],
      },
    ]);
  });

  it('names makers by reference to its list of companies', async () => {
    const parties = `<PARTIES><PARTY><PARTY_ID type="supplier_specific">M1</PARTY_ID><PARTY_ID type="gln">${makerGln}</PARTY_ID>
      <PARTY_ROLE>manufacturer</PARTY_ROLE><ADDRESS><NAME>Alpha</NAME></ADDRESS></PARTY>
      <PARTY><PARTY_ID type="gln">${wholesalerGln}</PARTY_ID><PARTY_ID type="supplier_specific">S1</PARTY_ID>
      <ADDRESS><NAME>Invented Wholesale</NAME></ADDRESS></PARTY></PARTIES>`;
    const header = `${parties}<SUPPLIER_IDREF type="gln">${wholesalerGln}</SUPPLIER_IDREF>`;
    const products = [
      referring('M1'),
      referring(makerGln, 'gln'),
      referring('S1'),
      referring('M1', 'duns') + named('Beta'),
    ];
    expect(await makersOf(catalogueOf(products.map((details) => productOf(details)).join(''), header))).toEqual([
      ['Alpha', makerGln],
      ['Alpha', makerGln],
      ['Invented Wholesale', wholesalerGln],
      ['Beta', undefined],
    ]);
  });

  it('calls a maker without a name by its GLN, and leaves out products whose maker nothing tells', async () => {
    const text = catalogueOf(productOf(referring(makerGln, 'gln')) + productOf(referring('M1')));
    expect(await makersOf(text)).toEqual([[makerGln, makerGln]]);
    expect(await faultsOf(text)).toEqual(['the manufacturer is not named']);
  });
});

describe('the catalogue of a maker', () => {
  it.each([
    ['its products name nobody', productOf(''), 'Alpha GmbH & Co. KG'],
    ['they name it in its own way', productOf(named('ALPHA')), 'ALPHA'],
  ])('gives its own GLN to its products where %s', async (_name, product, name) => {
    expect(await makersOf(catalogueOf(product, supplierOf('Alpha GmbH &amp; Co. KG')))).toEqual([
      [name, wholesalerGln],
    ]);
  });
});

describe('a GLN that the caller gives', () => {
  it('is of one maker: a product of another that would become one with it is told of and left out', async () => {
    const text = catalogueOf(productOf(named('Alpha')) + productOf(named('Beta')) + productOf(named('ALPHA ')));
    const option = { manufacturerGln: makerGln };
    expect(await makersOf(text, option)).toEqual([
      ['Alpha', makerGln],
      ['ALPHA', makerGln],
    ]);
    expect(await faultsOf(text, option)).toEqual([
      'the GLN that was given cannot be of both Alpha and Beta, who each have a product 100',
    ]);
  });
});

describe('an update', () => {
  it('of prices is refused, as its products are numbers only', async () => {
    const prices = '<PRODUCT><SUPPLIER_PID>W-1</SUPPLIER_PID><PRODUCT_PRICE_DETAILS/></PRODUCT>';
    const text = catalogueOf(prices).replaceAll('T_NEW_CATALOG', 'T_UPDATE_PRICES');
    await expect(read(text)).rejects.toMatchObject({
      code: 'import-file-unreadable',
      detail: 'catalogue: it only updates prices, which are not imported.',
    });
  });

  it('of a product that says nothing of it but its number makes no product', async () => {
    const text = catalogueOf('<PRODUCT><SUPPLIER_PID>W-1</SUPPLIER_PID></PRODUCT>');
    expect(await makersOf(text)).toEqual([]);
    expect(await faultsOf(text)).toEqual(['the product has no PRODUCT_DETAILS']);
  });
});
