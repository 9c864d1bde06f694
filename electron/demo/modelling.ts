import type { FeatureDefinition, FeatureValue, Localized } from '../../shared/model/product-data.ts';
import type { DemoBody, DemoChoice, DemoClass, DemoPort, Triple } from './demo-class.ts';
import { inBoth, unitOf } from './notation.ts';

const connectionTypeFeature = 'EF000124';
const outerDiameterFeature = 'EF000015';
/**
 * Codes EFMC…: invented, in the form of a country's own feature, because the published model holds no modelling classes.
 * They differ from those of the ETIM classes, so that feature and port tell a value's feature.
 */
const positionFeature = 'EFMC0001';

interface BodyDimension {
  readonly featureCode: string;
  readonly descriptions: Localized;
  /** Which number of the size it is. */
  readonly sizeIndex: 0 | 1 | 2;
}

const boxDimensions: readonly BodyDimension[] = [
  { featureCode: 'EFMC0011', descriptions: inBoth('Length', 'Lengte'), sizeIndex: 0 },
  { featureCode: 'EFMC0012', descriptions: inBoth('Width', 'Breedte'), sizeIndex: 1 },
  { featureCode: 'EFMC0013', descriptions: inBoth('Height', 'Hoogte'), sizeIndex: 2 },
];
const cylinderDimensions: readonly BodyDimension[] = [
  { featureCode: 'EFMC0014', descriptions: inBoth('Outer diameter', 'Buitendiameter'), sizeIndex: 0 },
  { featureCode: 'EFMC0011', descriptions: inBoth('Length', 'Lengte'), sizeIndex: 2 },
];

function dimensionsOf(body: DemoBody): readonly BodyDimension[] {
  return body === 'box' ? boxDimensions : cylinderDimensions;
}

/**
 * The features of a class's modelling class: on port 0 the dimensions of the body, on each further port its connection
 * type, outer diameter and position. Lengths carry the letter codes of the dimensional drawing, D1 onwards.
 */
export function modellingFeaturesOf(demoClass: DemoClass): FeatureDefinition[] {
  const dimensions = dimensionsOf(demoClass.body);
  const portsOfRows = demoClass.rows.map((row) => demoClass.portsOf(row.size));
  const bodyFeatures = dimensions.map(({ featureCode, descriptions }, index): FeatureDefinition => ({
    featureCode,
    descriptions,
    type: 'N',
    portCode: 0,
    origin: 'modelling',
    drawingCode: `D${index + 1}`,
    ...unitOf('mm'),
  }));
  const portCount = Math.max(0, ...portsOfRows.map((ports) => ports.length));
  const portFeatures = Array.from({ length: portCount }, (_none, index) => {
    const kinds = portsOfRows.flatMap((ports) => ports[index]?.connection ?? []);
    return featuresOfPort(index + 1, `D${dimensions.length + index + 1}`, [...new Set(kinds)]);
  });
  return [...bodyFeatures, ...portFeatures.flat()];
}

function featuresOfPort(portCode: number, drawingCode: string, choices: readonly DemoChoice[]): FeatureDefinition[] {
  const origin = 'modelling';
  return [
    {
      featureCode: connectionTypeFeature,
      descriptions: inBoth('Connection type', 'Aansluittype'),
      type: 'A',
      portCode,
      origin,
      choices,
    },
    {
      featureCode: outerDiameterFeature,
      descriptions: inBoth('Outer diameter', 'Buitendiameter'),
      type: 'N',
      portCode,
      origin,
      drawingCode,
      ...unitOf('mm'),
    },
    {
      featureCode: positionFeature,
      descriptions: inBoth('Position of connection', 'Plaats van aansluiting'),
      type: 'C',
      portCode,
      origin,
      ...unitOf('mm'),
    },
  ];
}

/** The values of those features for a product of that size with those ports. */
export function modellingValuesOf(body: DemoBody, size: Triple, ports: readonly DemoPort[]): FeatureValue[] {
  const bodyValues = dimensionsOf(body).map(({ featureCode, sizeIndex }): FeatureValue => ({
    featureCode,
    portCode: 0,
    kind: 'numeric',
    numeric: size[sizeIndex],
  }));
  const portValues = ports.map((port, index): FeatureValue[] => {
    const portCode = index + 1;
    const [x, y, z] = port.at;
    return [
      { featureCode: connectionTypeFeature, portCode, kind: 'choice', valueCode: port.connection.valueCode },
      { featureCode: outerDiameterFeature, portCode, kind: 'numeric', numeric: port.diameterMm },
      { featureCode: positionFeature, portCode, kind: 'coordinate', x, y, z },
    ];
  });
  return [...bodyValues, ...portValues.flat()];
}
