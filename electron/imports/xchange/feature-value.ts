import type { FeatureDefinition, FeatureValue } from '../../../shared/model/product-data.ts';
import type { XchangeFeature } from './xchange-product.ts';

/** Which feature of a product a value belongs to. */
export interface FeaturePlace {
  readonly portCode: number;
  readonly origin: FeatureDefinition['origin'];
}

/**
 * The value of a feature, or what is wrong with it. ETIM xChange names no units for ETIM features: its numbers are in the
 * unit that the ETIM model gives (`EtimValueNumeric` and its like have no unit next to them in schema V2.0).
 */
export function featureValueOf(feature: XchangeFeature, place: FeaturePlace): FeatureValue | string {
  const at = { featureCode: feature.EtimFeatureCode, ...place };
  const { EtimValueRangeLower: min, EtimValueRangeUpper: max } = feature;
  const { EtimValueCoordinateX: x, EtimValueCoordinateY: y, EtimValueCoordinateZ: z } = feature;
  if (feature.EtimValueCode !== undefined) return { ...at, kind: 'choice', valueCode: feature.EtimValueCode };
  if (feature.EtimValueNumeric !== undefined) return { ...at, kind: 'numeric', numeric: feature.EtimValueNumeric };
  if (feature.EtimValueLogical !== undefined) return { ...at, kind: 'logical', logical: feature.EtimValueLogical };
  if (min !== undefined && max !== undefined) {
    return min > max ? `the range of ${at.featureCode} ends below its beginning` : { ...at, kind: 'range', min, max };
  }
  if (x !== undefined && y !== undefined && z !== undefined) return { ...at, kind: 'coordinate', x, y, z };
  if (feature.EtimValueMatrix !== undefined)
    return { ...at, kind: 'matrix', points: pointsOf(feature.EtimValueMatrix) };
  if (feature.ReasonNoValue !== undefined) return { ...at, kind: 'none', reason: feature.ReasonNoValue };
  return 'the feature has neither a value nor a reason for having none';
}

function pointsOf(matrix: NonNullable<XchangeFeature['EtimValueMatrix']>) {
  return matrix.map(({ EtimValueMatrixSource: source, EtimValueMatrixResult: result }) => ({ source, result }));
}
