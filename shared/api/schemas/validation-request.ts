import { z } from 'zod';
import { listLimits } from '../limits.ts';
import { cadProduct, cadProductInRequest } from './cad-product.ts';
import { shortText } from './parameters.ts';
import {
  answeredDateTime,
  answeredEnumOf,
  decimal,
  enumOf,
  keptDateTime,
  limitedListOf,
  listOf,
  requiredText,
  text,
} from './wire-values.ts';

const validationStatus = { Requested: 0, InProgress: 1, Succeeded: 2, Failed: 3 };
const validationResultType = { None: 0, Full: 1, OnlyDifferences: 2 };

/** As a service lists it: which project it is of need not be said again. */
export const listedValidationRequest = z
  .looseObject({
    accessToken: text(),
    cadProducts: listOf(cadProduct),
    description: text(),
    languageCode: text(),
    projectId: text(),
    projectName: text(),
    requestDate: answeredDateTime(),
    requestedBy: text(),
    resultBlobId: text(),
    resultInCad: answeredEnumOf(validationResultType),
    selectionBlobId: text(),
    status: answeredEnumOf(validationStatus),
    ticketNumber: text(),
    userFriendlyResultBlobId: text(),
    validationResult: decimal(),
  })
  .meta({ id: 'CADValidationRequest' });

export type ListedValidationRequest = z.output<typeof listedValidationRequest>;

/** A request on its way in (17): it is given back by 15 and 18. */
export const cadValidationRequestToStore = listedValidationRequest
  .extend({
    cadProducts: limitedListOf(cadProductInRequest, listLimits.products),
    // What paths name it by later (15, 16, 18, 19).
    projectId: requiredText().pipe(shortText()),
    projectName: text().pipe(shortText().optional()),
    ticketNumber: text().pipe(shortText().optional()),
    requestDate: keptDateTime(),
    resultInCad: enumOf(validationResultType),
    status: enumOf(validationStatus),
  })
  .meta({ id: 'CADValidationRequestToStore' });

export type CadValidationRequest = z.output<typeof cadValidationRequestToStore>;
