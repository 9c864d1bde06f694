import { z } from 'zod';

/**
 * The parts of a product record of ETIM xChange V2.0 that the service takes in, with the rules of its published schema
 * (https://www.etim-international.com/xChange/20). Other parts are not looked at, so that a fault in them costs nothing.
 */

const decimal = z
  .string()
  .regex(/^-?\d{1,12}\.?\d{0,4}$/, 'a number is text of up to 12 digits with up to 4 behind the point')
  .transform(Number);
const positive = z.int().min(1);
const gln = z.string().regex(/^\d{13}$/, 'a GLN is text of 13 digits');
const language = z.string().regex(/^[a-z]{2}-[A-Z]{2}$/, 'a language is written like en-GB');

const etimFeature = z.looseObject({
  EtimFeatureCode: z.string().regex(/^EF(\d{6}|I\d{5}|[A-Z]{2}\d{4})$/, 'this is no feature code'),
  EtimValueCode: z
    .string()
    .regex(/^EV\d{6}$/, 'a value code is EV and 6 digits')
    .optional(),
  EtimValueNumeric: decimal.optional(),
  EtimValueRangeLower: decimal.optional(),
  EtimValueRangeUpper: decimal.optional(),
  EtimValueLogical: z.boolean().optional(),
  ReasonNoValue: z.enum(['MV', 'NA', 'UN']).optional(),
  // Only features of modelling classes have these.
  EtimValueCoordinateX: decimal.optional(),
  EtimValueCoordinateY: decimal.optional(),
  EtimValueCoordinateZ: decimal.optional(),
  EtimValueMatrix: z
    .array(z.looseObject({ EtimValueMatrixSource: decimal, EtimValueMatrixResult: decimal }))
    .optional(),
});

const etimClassification = z.looseObject({
  EtimReleaseVersion: z.string().regex(/^(\d{1,2}\.\d|DYNAMIC)$/, 'a release is written like 10.0, or DYNAMIC'),
  EtimClassCode: z.string().regex(/^EC\d{6}$/, 'an ETIM class code is EC and 6 digits'),
  EtimClassVersion: positive.optional(),
  EtimFeatures: z.array(etimFeature).optional(),
  EtimModellingClassCode: z
    .string()
    .regex(/^MC\d{6}$/, 'a modelling class code is MC and 6 digits')
    .optional(),
  EtimModellingClassVersion: positive.optional(),
  EtimModellingPorts: z
    .array(
      z.looseObject({
        EtimModellingPortcode: z.int().min(0),
        EtimModellingFeatures: z.array(etimFeature).optional(),
      }),
    )
    .optional(),
});

export const xchangeProduct = z.looseObject({
  ProductIdentification: z.looseObject({
    ManufacturerIdGln: gln.optional(),
    ManufacturerName: z.string().min(1).max(80),
    ManufacturerProductNumber: z.string().min(1).max(35),
    ProductGtin: z.array(z.string().regex(/^\d{8,14}$/, 'a GTIN is text of 8 to 14 digits')).optional(),
  }),
  ProductDetails: z
    .looseObject({
      ProductDescriptions: z.array(
        z.looseObject({
          DescriptionLanguage: language.optional(),
          MinimalProductDescription: z.string().min(1).max(80),
        }),
      ),
    })
    .optional(),
  EtimClassification: z.array(etimClassification).optional(),
});

export type XchangeProduct = z.output<typeof xchangeProduct>;
export type XchangeClassification = z.output<typeof etimClassification>;
export type XchangeFeature = z.output<typeof etimFeature>;
