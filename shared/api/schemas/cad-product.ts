import { z } from 'zod';
import { listLimits } from '../limits.ts';
import {
  decimal,
  dictionaryOf,
  limitedListOf,
  listOf,
  logical,
  optionalRecord,
  requiredText,
  requiredWhole,
  text,
  whole,
} from './wire-values.ts';

/** Product records of wire format section 4, as they are answered; in requests their lists are limited. */

const cadPropertyValue = z
  .looseObject({
    code: text(),
    description: text(),
    logicalValue: logical(),
    numericValue: decimal(),
    rangeValue: optionalRecord(z.looseObject({ min: decimal(), max: decimal() }).meta({ id: 'CADPropertyRangeValue' })),
    coordinateValue: optionalRecord(
      z.looseObject({ x: decimal(), y: decimal(), z: decimal() }).meta({ id: 'CADPropertyCoordinateValue' }),
    ),
  })
  .meta({ id: 'CADPropertyValue' });

export type CadPropertyValue = z.output<typeof cadPropertyValue>;

const cadProperty = z
  .looseObject({
    code: text(),
    description: text(),
    drawingCode: text(),
    info: optionalRecord(z.record(z.string(), z.unknown())),
    isEtimFeature: logical(),
    isModellingFeature: logical(),
    portCode: whole(),
    selected: logical(),
    /** `N` number, `L` logical, `R` range, `C` coordinate; anything else is read as code and description. */
    type: text(),
    unitCode: text(),
    userDefinedValue: optionalRecord(cadPropertyValue),
    value: optionalRecord(cadPropertyValue),
    /** Extension: the unit as written behind a value (`mm`). */
    unitAbbreviation: text(),
    /** Extension: why there is no value, as ETIM xChange says it: `MV` missing, `NA` not applicable, `UN` unknown. */
    reasonNoValue: text(),
  })
  .meta({ id: 'CADProperty' });

export type CadProperty = z.output<typeof cadProperty>;

export const cadProduct = z
  .looseObject({
    etimClassCode: text(),
    etimClassCodeChangeCode: text(),
    etimClassCodeVersion: text(),
    etimClassDescription: text(),
    id: text(),
    modellingClassCode: text(),
    modellingClassCodeChangeCode: text(),
    modellingClassCodeVersion: text(),
    modellingClassDescription: text(),
    name: text(),
    productId: whole(),
    properties: listOf(cadProperty),
    // Extension fields: what the product was looked up by.
    manufacturerGln: text(),
    manufacturerName: text(),
    productCode: text(),
    gtins: listOf(requiredText()),
    bimReady: logical(),
  })
  .meta({ id: 'CADProduct' });

export type CadProduct = z.output<typeof cadProduct>;

const cadPropertyInRequest = cadProperty
  .extend({ info: optionalRecord(dictionaryOf(z.unknown(), listLimits.infoEntries)) })
  .meta({ id: 'CADPropertyInRequest' });

export const cadProductInRequest = cadProduct
  .extend({
    properties: limitedListOf(cadPropertyInRequest, listLimits.properties),
    gtins: limitedListOf(requiredText(), listLimits.gtins),
  })
  .meta({ id: 'CADProductInRequest' });

export const cadFilterResult = z
  .looseObject({
    cadProducts: listOf(cadProduct),
    languageCode: text(),
    searchCriteria: optionalRecord(z.looseObject({ searchString: text() }).meta({ id: 'SearchCriteria' })),
  })
  .meta({ id: 'CADFilterResult' });

export type CadFilterResult = z.output<typeof cadFilterResult>;

/** A filter on its way in (29): it is given back by 28. */
export const cadFilterResultToStore = cadFilterResult
  .extend({ cadProducts: limitedListOf(cadProductInRequest, listLimits.products) })
  .meta({ id: 'CADFilterResultToStore' });

export const productIdFilter = z
  .looseObject({
    excludeFeatures: logical(),
    excludeSynonyms: logical(),
    languageCode: text(),
    productIds: limitedListOf(requiredWhole(), listLimits.productIds),
  })
  .meta({ id: 'ProductIdFilter' });

export const manufacturerGlnAndProductCode = z
  .looseObject({ manufacturerGln: text(), productCode: text() })
  .meta({ id: 'ManufacturerGLNandProductCode' });
