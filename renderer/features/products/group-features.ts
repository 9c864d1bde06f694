import type { CadProperty } from './product-types.ts';

/** Features that belong together: those of the ETIM class, of the modelling class, of one of its connections. */
export interface FeatureGroup {
  readonly origin: 'etim' | 'modelling' | 'port' | 'other';
  /** The connection's number; 0 for groups that are no connection. */
  readonly port: number;
  readonly features: readonly CadProperty[];
}

const order: readonly FeatureGroup['origin'][] = ['etim', 'modelling', 'port', 'other'];

/** Groups a product's features in the order in which designers read them; inside a group they keep their order. */
export function groupFeatures(properties: readonly CadProperty[]): FeatureGroup[] {
  const groups = new Map<string, { origin: FeatureGroup['origin']; port: number; features: CadProperty[] }>();
  for (const property of properties) {
    const port = property.portCode ?? 0;
    const origin = originOf(property, port);
    const key = `${origin} ${port}`;
    const group = groups.get(key) ?? { origin, port, features: [] };
    group.features.push(property);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => order.indexOf(a.origin) - order.indexOf(b.origin) || a.port - b.port);
}

function originOf(property: CadProperty, port: number): FeatureGroup['origin'] {
  if (port > 0) return 'port';
  if (property.isEtimFeature) return 'etim';
  return property.isModellingFeature ? 'modelling' : 'other';
}
