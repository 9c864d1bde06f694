import { z } from 'zod';
import { bodyLimits, listLimits } from '../limits.ts';
import { operation } from '../operation.ts';
import { cadProductInRequest } from '../schemas/cad-product.ts';
import { languageCode, optionalSegment, segment } from '../schemas/parameters.ts';
import { requiredListOf } from '../schemas/wire-values.ts';

/** Operations that return CAD files as a ZIP. */
export const exportOperations = {
  exportFilter: operation({
    number: 2,
    summary: 'Returns a ZIP of the CAD files for a filter.',
    area: 'content',
    method: 'GET',
    path: '/api/v{version}/Export/{application}/{applicationVersion}/{filterId}/{languageCode}/{disabledFields}',
    params: z.object({
      application: segment('CAD application to find a compatible file for'),
      applicationVersion: segment('Its version'),
      filterId: segment('Id of the filter'),
      languageCode: languageCode(),
      disabledFields: optionalSegment('Product features left out: a comma-separated or encoded JSON list'),
    }),
    lastParamOptional: true,
    answer: { kind: 'bytes' },
    errors: [400, 401, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  exportProducts: operation({
    number: 3,
    summary: 'Returns a ZIP of the CAD files for a list of products.',
    area: 'content',
    method: 'POST',
    path: '/api/v{version}/Export/{application}/{applicationVersion}',
    params: z.object({ application: segment('CAD application'), applicationVersion: segment('Its version') }),
    query: z.object({ languageCode: languageCode() }),
    body: {
      kind: 'json',
      schema: requiredListOf(cadProductInRequest, listLimits.products),
      maxBytes: bodyLimits.products,
    },
    answer: { kind: 'bytes' },
    errors: [400, 404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
};
