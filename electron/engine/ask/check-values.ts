import type { CadProduct, CadProperty, CadPropertyValue } from '../../../shared/api/schemas/cad-product.ts';
import { hasRightGlnCheckDigit, parseGln } from '../../../shared/model/gln.ts';
import { hasRightGtinCheckDigit, parseGtin } from '../../../shared/model/gtin.ts';
import type { ProductCheck, ValueFault } from '../../../shared/rpc/product-check-records.ts';
import { headOf } from './products.ts';

/**
 * A product's values against the structure of its classes: pure.
 * @param structure the class pair as the service answers it, a record without values
 */
export function checkValues(product: CadProduct, structure: CadProduct): Omit<ProductCheck, 'query'> {
  const expected = byPlace(structure.properties ?? []);
  const found = byPlace(product.properties ?? []);
  const faults = [
    ...[...expected].flatMap(([place, [feature]]) => faultsOf(feature, found.get(place) ?? [])),
    ...[...found].filter(([place]) => !expected.has(place)).flatMap(([, [property]]) => strayOf(property)),
  ];
  const missing = faults.filter(({ fault }) => fault === 'missing').length;
  return {
    product: headOf(product),
    featureCount: expected.size,
    filledCount: expected.size - missing,
    faults,
    otherVersions: otherVersions(product, structure),
    wrongNumbers: wrongNumbers(product),
  };
}

type Properties = readonly [CadProperty, ...CadProperty[]];

/** Features by code and connection; most products name each once. */
function byPlace(properties: readonly CadProperty[]): ReadonlyMap<string, Properties> {
  const places = new Map<string, [CadProperty, ...CadProperty[]]>();
  for (const property of properties) {
    const place = `${(property.code ?? '').toUpperCase()} ${property.portCode ?? 0}`;
    const known = places.get(place);
    if (known) known.push(property);
    else places.set(place, [property]);
  }
  return places;
}

function faultsOf(feature: CadProperty, properties: readonly CadProperty[]): ValueFault[] {
  const filled = properties.filter((property) => valueOf(property) !== undefined);
  const [first] = filled;
  if (!first) return properties.some(isNotApplicable) ? [] : [missing(feature, properties[0]?.reasonNoValue)];
  if (filled.length > 1) return [{ fault: 'twice', ...named(feature) }];
  return [...kindFault(feature, first), ...unitFault(feature, first), ...rangeFault(feature, first)];
}

/** The product says that the feature does not apply to it: then nothing is missing. */
function isNotApplicable({ reasonNoValue }: CadProperty): boolean {
  return reasonNoValue?.toUpperCase() === 'NA';
}

function missing(feature: CadProperty, reason: string | undefined): ValueFault {
  return { fault: 'missing', ...named(feature), ...(reason ? { reason: reason.toUpperCase() } : {}) };
}

function strayOf(property: CadProperty): ValueFault[] {
  return valueOf(property) === undefined ? [] : [{ fault: 'notInClass', ...named(property) }];
}

function named({ code = '', description, portCode = 0 }: CadProperty) {
  return { code, description: description ?? code, port: portCode };
}

/** What a person entered goes ahead of what the product says. */
function valueOf({ userDefinedValue, value }: CadProperty): CadPropertyValue | undefined {
  return [userDefinedValue, value].find((one) => one !== undefined && kindOf(one) !== undefined);
}

/** Wire format 3.7: `N` number, `L` logical, `R` range, `C` coordinate; everything else is a choice or a text. */
type Kind = 'N' | 'L' | 'R' | 'C' | 'A';

function kindOf(value: CadPropertyValue): Kind | undefined {
  if (value.numericValue !== undefined) return 'N';
  if (value.logicalValue !== undefined) return 'L';
  const { rangeValue, coordinateValue, code, description } = value;
  if (rangeValue?.min !== undefined || rangeValue?.max !== undefined) return 'R';
  const { x, y, z } = coordinateValue ?? {};
  if (x !== undefined || y !== undefined || z !== undefined) return 'C';
  return code || description ? 'A' : undefined;
}

function wantedKind({ type }: CadProperty): Kind {
  return (['N', 'L', 'R', 'C'] as const).find((kind) => kind === type?.toUpperCase()) ?? 'A';
}

function kindFault(feature: CadProperty, property: CadProperty): ValueFault[] {
  const found = kindOf(valueOf(property) ?? {});
  const expected = wantedKind(feature);
  return found === expected || found === undefined ? [] : [{ fault: 'wrongKind', ...named(feature), expected, found }];
}

function unitFault(feature: CadProperty, property: CadProperty): ValueFault[] {
  const [expected, found] = [feature.unitCode?.toUpperCase(), property.unitCode?.toUpperCase()];
  if (!expected || !found || expected === found) return [];
  return [
    {
      fault: 'otherUnit',
      ...named(feature),
      expected: feature.unitAbbreviation ?? expected,
      found: property.unitAbbreviation ?? found,
    },
  ];
}

function rangeFault(feature: CadProperty, property: CadProperty): ValueFault[] {
  const { min, max } = valueOf(property)?.rangeValue ?? {};
  return min !== undefined && max !== undefined && min > max
    ? [{ fault: 'emptyRange', ...named(feature), found: `${min} – ${max}` }]
    : [];
}

function otherVersions(product: CadProduct, structure: CadProduct): ProductCheck['otherVersions'] {
  const pairs = [
    [product.etimClassCode, structure.etimClassCodeVersion, product.etimClassCodeVersion],
    [product.modellingClassCode, structure.modellingClassCodeVersion, product.modellingClassCodeVersion],
  ];
  return pairs.flatMap(([code, expected, found]) =>
    code && expected && found && expected !== found ? [{ code, expected, found }] : [],
  );
}

function wrongNumbers({ gtins = [], manufacturerGln }: CadProduct): ProductCheck['wrongNumbers'] {
  const isWrongGtin = (text: string): boolean => {
    const gtin = parseGtin(text);
    return !gtin.ok || !hasRightGtinCheckDigit(gtin.value);
  };
  const gln = manufacturerGln === undefined ? undefined : parseGln(manufacturerGln);
  const isWrongGln = gln !== undefined && (!gln.ok || !hasRightGlnCheckDigit(gln.value));
  return [
    ...gtins.filter(isWrongGtin).map((number) => ({ kind: 'gtin' as const, number })),
    ...(isWrongGln && manufacturerGln !== undefined ? [{ kind: 'gln' as const, number: manufacturerGln }] : []),
  ];
}
