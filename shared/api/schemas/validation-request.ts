import { z } from 'zod';
import { listLimits } from '../limits.ts';
import { cadProduct } from './cad-product.ts';
import { dateTime, decimal, listOf, requiredText, text } from './wire-values.ts';

/** Enums are numbers or names on the wire (wire format, section 1); `null` reads as unset. */
const validationStatus = enumOf({ Requested: 0, InProgress: 1, Succeeded: 2, Failed: 3 });
const validationResultType = enumOf({ None: 0, Full: 1, OnlyDifferences: 2 });

export const cadValidationRequest = z
  .looseObject({
    accessToken: text(),
    cadProducts: listOf(cadProduct, listLimits.products),
    description: text(),
    languageCode: text(),
    projectId: requiredText(),
    projectName: text(),
    requestDate: dateTime(),
    requestedBy: text(),
    resultBlobId: text(),
    resultInCad: validationResultType,
    selectionBlobId: text(),
    status: validationStatus,
    ticketNumber: text(),
    userFriendlyResultBlobId: text(),
    validationResult: decimal(),
  })
  .meta({ id: 'CADValidationRequest' });

export type CadValidationRequest = z.output<typeof cadValidationRequest>;

function enumOf(names: Readonly<Record<string, number>>) {
  const byName = new Map(Object.entries(names).map(([name, value]) => [name.toLowerCase(), value]));
  const values = new Set(Object.values(names));
  return z.preprocess(
    (value) => {
      if (value === null) return undefined;
      if (typeof value !== 'string') return value;
      return byName.get(value.toLowerCase()) ?? (/^\d+$/.test(value) ? Number(value) : value);
    },
    z
      .int()
      .refine(
        (value) => values.has(value),
        `one of ${Object.entries(names)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}`,
      )
      .optional(),
  );
}
