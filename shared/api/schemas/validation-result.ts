import { z } from 'zod';
import { enumOf, listOf, text, whole } from './wire-values.ts';

/** What a validator writes into the result of a request, as far as it is known (wire format section 4). */

export const validationProductStates = {
  NotValidated: 0,
  DifferentStructure_ProductNotChecked: 1,
  DifferentData: 2,
  ValidStructure: 10,
  ValidData: 11,
} as const;

export const validationFeatureStates = {
  OK: 0,
  OnlyCAD: 1,
  OnlyOnline: 2,
  DifferentValue: 3,
  OnlyCADEC: 11,
  OnlyCADMC: 12,
} as const;

export const validationProducts = z.array(
  z.looseObject({
    cadId: text(),
    validationStatus: enumOf(validationProductStates),
    features: listOf(
      z.looseObject({ featureCode: text(), portCode: whole(), status: enumOf(validationFeatureStates) }),
    ),
  }),
);
