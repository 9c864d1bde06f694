import { z } from 'zod';
import { listLimits } from '../limits.ts';
import { decimal, dictionaryOf, listOf, logical, optionalRecord, requiredWhole, text, whole } from './wire-values.ts';

/** Product records of wire format section 4. */

export const cadPropertyValue = z
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

export const cadProperty = z
  .looseObject({
    code: text(),
    description: text(),
    drawingCode: text(),
    info: optionalRecord(dictionaryOf(z.unknown(), listLimits.infoEntries)),
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
    properties: listOf(cadProperty, listLimits.properties),
    // Extension fields: what the product was looked up by.
    manufacturerGln: text(),
    manufacturerName: text(),
    productCode: text(),
    gtins: listOf(z.string(), listLimits.gtins),
    bimReady: logical(),
  })
  .meta({ id: 'CADProduct' });

export type CadProduct = z.output<typeof cadProduct>;

export const cadFilterResult = z
  .looseObject({
    cadProducts: listOf(cadProduct, listLimits.products),
    languageCode: text(),
    searchCriteria: optionalRecord(z.looseObject({ searchString: text() }).meta({ id: 'SearchCriteria' })),
  })
  .meta({ id: 'CADFilterResult' });

export type CadFilterResult = z.output<typeof cadFilterResult>;

export const productIdFilter = z
  .looseObject({
    excludeFeatures: logical(),
    excludeSynonyms: logical(),
    languageCode: text(),
    productIds: listOf(requiredWhole(), listLimits.productIds),
  })
  .meta({ id: 'ProductIdFilter' });

export const manufacturerGlnAndProductCode = z
  .looseObject({ manufacturerGln: text(), productCode: text() })
  .meta({ id: 'ManufacturerGLNandProductCode' });
