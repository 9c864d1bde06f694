import { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import { bodyLimits, listLimits } from '../limits.ts';
import { operation } from '../operation.ts';
import {
  cadFilterResult,
  cadFilterResultToStore,
  cadProduct,
  manufacturerGlnAndProductCode,
  productIdFilter,
} from '../schemas/cad-product.ts';
import { etimCode, exactSegment, gln, gtin, languageCode, optionalSegment, segment } from '../schemas/parameters.ts';
import { dataInformation } from '../schemas/data-information.ts';
import { dictionaryOf, requiredListOf, requiredWhole } from '../schemas/wire-values.ts';

/** A success says that it was done, in whatever words (wire format, section 3), unless it is the word false. */
function isSet(said: unknown): true {
  if (said !== false) return true;
  throw new AppError('request-rejected', { detail: 'The service did not set it.' });
}

/** Operations of the data area: products, filters, structures. */
export const productOperations = {
  setBimReady: operation({
    number: 22,
    summary: 'Sets the BIM-ready status of products.',
    area: 'data',
    method: 'POST',
    path: '/api/v{version}/BIMReady',
    body: { kind: 'json', schema: dictionaryOf(z.boolean(), listLimits.bimReadyStates), maxBytes: bodyLimits.ids },
    answer: { kind: 'json', schema: z.boolean(), meaning: isSet },
    errors: [400, 404, 500],
    right: 'write',
    audited: 'changed',
    repeatable: true,
  }),
  getDataInformation: operation({
    number: 23,
    summary: 'Returns the addresses and credentials of the data platform; without a token the addresses only.',
    area: 'data',
    method: 'GET',
    path: '/api/v{version}/Data',
    answer: { kind: 'json', schema: dataInformation },
    errors: [400, 404, 500],
    token: 'optional',
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  getProduct: operation({
    number: 24,
    summary: 'Returns the product of a manufacturer GLN and product code.',
    area: 'data',
    method: 'GET',
    path: '/api/v{version}/ProductData/{manufacturerGln}/{productCode}',
    params: z.object({ manufacturerGln: gln(), productCode: exactSegment('Product code of the manufacturer') }),
    query: z.object({ languageCode: languageCode() }),
    answer: { kind: 'json', schema: cadProduct },
    errors: [400, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  findProducts: operation({
    number: 25,
    summary: 'Returns the products of a list of manufacturer GLN and product code pairs, in that order.',
    area: 'data',
    method: 'POST',
    path: '/api/v{version}/ProductData',
    query: z.object({ languageCode: languageCode() }),
    body: {
      kind: 'json',
      schema: requiredListOf(manufacturerGlnAndProductCode, listLimits.productPairs),
      maxBytes: bodyLimits.records,
    },
    answer: { kind: 'json', schema: z.array(cadProduct) },
    errors: [400, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  getProductByGtin: operation({
    number: 26,
    summary: 'Returns the product of a GTIN.',
    area: 'data',
    method: 'GET',
    path: '/api/v{version}/ProductDataGTIN/{gtin}',
    params: z.object({ gtin: gtin() }),
    query: z.object({ languageCode: languageCode() }),
    answer: { kind: 'json', schema: cadProduct },
    errors: [400, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  getProductValues: operation({
    number: 27,
    summary: 'Returns the product values for a list of product ids.',
    area: 'data',
    method: 'POST',
    path: '/api/v{version}/ProductValues',
    body: {
      kind: 'json',
      schema: z.union([requiredListOf(requiredWhole(), listLimits.productIds), productIdFilter]),
      maxBytes: bodyLimits.ids,
    },
    answer: { kind: 'json', schema: z.array(cadProduct) },
    errors: [400, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  getFilter: operation({
    number: 28,
    summary: 'Returns the product information of a filter.',
    area: 'data',
    method: 'GET',
    path: '/api/v{version}/Products/{filterId}/{type}/{disableFields}',
    params: z.object({
      filterId: segment('Id of the filter'),
      type: z
        .string()
        .transform((value) => value.toLowerCase())
        .pipe(z.enum(['productselection', 'interface']))
        // Unlike the `type` of the content area.
        .meta({ description: 'Kind of selection: productselection or interface', example: 'interface' }),
      disableFields: optionalSegment('Properties to deselect: a comma-separated or encoded JSON list'),
    }),
    lastParamOptional: true,
    answer: { kind: 'json', schema: cadFilterResult },
    errors: [400, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  storeFilter: operation({
    number: 29,
    summary: 'Stores a filter for editing and answers its id.',
    area: 'data',
    method: 'POST',
    path: '/api/v{version}/Products',
    query: z.object({ beautifyErrors: z.string().optional() }),
    body: { kind: 'json', schema: cadFilterResultToStore, maxBytes: bodyLimits.keptProducts },
    // Bare, or in quotes (wire format 3.7).
    answer: { kind: 'json', schema: requiredWhole() },
    errors: [400, 404, 500],
    right: 'write',
    audited: 'stored',
    repeatable: false,
  }),
  getStructure: operation({
    number: 30,
    summary: 'Returns the structure of an ETIM class and modelling class combination.',
    area: 'data',
    method: 'GET',
    path: '/api/v{version}/Structures/{etimClassCode}/{etimModelClassCode}',
    params: z.object({ etimClassCode: etimCode('class'), etimModelClassCode: etimCode('modellingClass') }),
    query: z.object({ languageCode: languageCode() }),
    answer: { kind: 'json', schema: cadProduct },
    errors: [400, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
};
