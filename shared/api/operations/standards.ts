import { z } from 'zod';
import { bodyLimits } from '../limits.ts';
import { licenseParameter, operation } from '../operation.ts';
import { licenseCode, optionalSegment } from '../schemas/parameters.ts';
import { textDictionary } from '../schemas/wire-values.ts';

/** Operations on CAD standards. */
export const standardOperations = {
  getStandards: operation({
    number: 11,
    summary: 'Returns CAD standards as a dictionary from id to name; `all` or no id gives all.',
    area: 'content',
    method: 'GET',
    path: '/api/v{version}/Standard/{id}',
    params: z.object({ id: optionalSegment('Id of the standard, or all') }),
    lastParamOptional: true,
    answer: { kind: 'json', schema: textDictionary() },
    errors: [404, 500],
    right: 'read',
    audited: undefined,
    repeatable: true,
  }),
  storeStandard: operation({
    number: 12,
    summary: 'Stores a CAD standard and answers its id and name.',
    area: 'content',
    method: 'POST',
    path: '/api/v{version}/Standard/licenseCode',
    query: z.object({ [licenseParameter]: licenseCode() }),
    body: {
      kind: 'json',
      schema: z.union([z.string(), z.looseObject({ standardName: z.string() })]),
      maxBytes: bodyLimits.sentence,
    },
    answer: { kind: 'json', schema: textDictionary() },
    errors: [400, 500],
    license: 'query',
    right: 'write',
    audited: 'stored',
    // The same name gives the same id.
    repeatable: true,
  }),
};
