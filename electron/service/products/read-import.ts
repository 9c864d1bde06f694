import { AppError } from '../../../shared/errors/app-error.ts';
import { parseClassVersion, parseEtimCode, type EtimCodeKind } from '../../../shared/model/etim-code.ts';
import { parseGln } from '../../../shared/model/gln.ts';
import { parseGtin } from '../../../shared/model/gtin.ts';
import type { Parsed } from '../../../shared/model/parsed.ts';
import type { ClassDefinition, ClassPairStructure, ProductData } from '../../../shared/model/product-data.ts';

const largestProductId = 2 ** 31 - 1;

/**
 * Brings imported records to the form in which they are looked up: codes in upper case, GTINs with 14 digits.
 * @throws AppError `invalid-request` naming the first record with a wrong code
 */
export function readImport(structures: readonly ClassPairStructure[], products: readonly ProductData[]) {
  return {
    structures: structures.map((structure, index) => {
      const at = `structures/${index}`;
      const etimClass = readClass(structure.etimClass, 'class', at);
      return { ...structure, etimClass, modellingClass: readClass(structure.modellingClass, 'modellingClass', at) };
    }),
    products: products.map((product, index) => readProduct(product, `products/${index}`)),
  };
}

function readClass(definition: ClassDefinition, kind: EtimCodeKind, at: string): ClassDefinition {
  const code = valueOf(parseEtimCode(kind, definition.code), at);
  return { ...definition, code, version: valueOf(parseClassVersion(definition.version), at) };
}

/** @throws AppError `invalid-request` naming what is wrong, and where by `at` */
export function readProduct(product: ProductData, at: string): ProductData {
  const { productId, productCode } = product;
  if (!Number.isInteger(productId) || productId < 1 || productId > largestProductId) {
    throw refused(at, 'a product id is a positive 32-bit number');
  }
  if (productCode === '') throw refused(at, 'a product code is missing');
  const { manufacturerGln, etimClassCode, etimClassVersion, modellingClassCode, modellingClassVersion } = product;
  return {
    ...product,
    gtins: product.gtins.map((gtin) => valueOf(parseGtin(gtin), at)),
    ...(manufacturerGln === undefined ? {} : { manufacturerGln: valueOf(parseGln(manufacturerGln), at) }),
    ...(etimClassCode === undefined ? {} : { etimClassCode: valueOf(parseEtimCode('class', etimClassCode), at) }),
    ...(etimClassVersion === undefined ? {} : { etimClassVersion: valueOf(parseClassVersion(etimClassVersion), at) }),
    ...(modellingClassCode === undefined
      ? {}
      : { modellingClassCode: valueOf(parseEtimCode('modellingClass', modellingClassCode), at) }),
    ...(modellingClassVersion === undefined
      ? {}
      : { modellingClassVersion: valueOf(parseClassVersion(modellingClassVersion), at) }),
  };
}

function valueOf<T>(read: Parsed<T>, at: string): T {
  if (read.ok) return read.value;
  throw refused(at, read.fault.detail);
}

function refused(at: string, detail: string): AppError {
  return new AppError('invalid-request', { detail: `${at}: ${detail}` });
}
