import { add, divide, fractionOf, multiply, negate, toNumber, type Fraction } from './fraction.ts';
import { noUnit, quantities, unitsAlone } from './quantities.ts';
import { colourTemperatures, temperatureDifferences, temperatureScales } from './temperatures.ts';

/** A feature as far as the unit of its numbers goes: as ETIM gives it in one class. */
export interface UnitOfFeature {
  readonly featureCode: string;
  readonly unitCode?: string;
  /** As written behind a number (`mm`). */
  readonly unitAbbreviation?: string;
}

/** Turns a number in the unit of a catalogue, as decimal text, into one in ETIM's unit. */
export type Convert = (decimal: string) => number;

interface Unit {
  readonly quantity: string;
  /** How it is written. */
  readonly name: string;
  readonly factor: Fraction;
  /** Of temperatures. */
  readonly offset?: Fraction;
}

const temperature = 'temperature';
const unitsByName = createUnitsByName();
const namesOfNoUnit = new Set(noUnit.map(plainName));

/**
 * How numbers in a catalogue's unit become numbers in ETIM's unit of the feature, or, as a clause, why they do not.
 * @param unit as the catalogue writes it: a code of ETIM or of UN/ECE Recommendation 20, or text (`cm`)
 */
export function conversionTo(feature: UnitOfFeature, unit: string): Convert | string {
  const names = [feature.unitCode, feature.unitAbbreviation].filter((name) => name !== undefined && name !== '');
  if (names.length === 0) {
    return namesOfNoUnit.has(plainName(unit)) ? Number : 'ETIM gives this feature no unit';
  }
  // ETIM may have a newer unit than the table.
  if (names.some((name) => name !== undefined && plainName(name) === plainName(unit))) return Number;
  const from = unitsByName.get(plainName(unit));
  if (!from) return 'this unit is not known';
  const to = names.map((name) => unitsByName.get(plainName(name ?? ''))).find((known) => known !== undefined);
  const expected = feature.unitAbbreviation ?? feature.unitCode ?? '';
  if (!to || to.quantity !== from.quantity) return `this is no unit that can be turned into ${expected}, ETIM's unit`;
  if (from === to) return Number;
  return to.quantity === temperature ? temperatureConversion(feature.featureCode, from, to) : multiplication(from, to);
}

function multiplication(from: Unit, to: Unit): Convert {
  const factor = divide(from.factor, to.factor);
  return (decimal) => toNumber(multiply(fractionOf(decimal), factor));
}

function temperatureConversion(featureCode: string, from: Unit, to: Unit): Convert | string {
  if (temperatureDifferences.has(featureCode)) return multiplication(from, to);
  if (to.name === 'K' && !colourTemperatures.has(featureCode)) {
    return `whether it is a temperature or a difference of two is not known, so it is not turned into K, ETIM's unit`;
  }
  const [offsetFrom, offsetTo] = [from.offset ?? fractionOf('0'), to.offset ?? fractionOf('0')];
  return (decimal) => {
    const kelvin = multiply(add(fractionOf(decimal), offsetFrom), from.factor);
    return toNumber(add(divide(kelvin, to.factor), negate(offsetTo)));
  };
}

function createUnitsByName(): ReadonlyMap<string, Unit> {
  const units = new Map<string, Unit>();
  const enter = (unit: Unit, names: readonly string[]): void => {
    for (const name of names) units.set(plainName(name), unit);
  };
  for (const [quantity, rows] of Object.entries(quantities)) {
    for (const [factor, ...names] of rows) enter({ quantity, name: names[0], factor: fractionOf(factor) }, names);
  }
  for (const names of unitsAlone) enter({ quantity: names[0], name: names[0], factor: fractionOf('1') }, names);
  for (const { offset, factor, names } of temperatureScales) {
    const scale = { factor: fractionOf(factor), offset: fractionOf(offset) };
    enter({ quantity: temperature, name: names[0], ...scale }, names);
  }
  return units;
}

/** A unit's name without what is written in several ways: raised digits, points between units, brackets, blanks, Ω. */
export function plainName(name: string): string {
  // NFKC makes ² a 2, and one sign of the two for micro and for ohm.
  const plain = name
    .normalize('NFKC')
    .replace(/[\s.·⋅*^()\-−]/g, '')
    .replaceAll('Ω', 'Ohm');
  return plain === '' ? name.trim() : plain;
}
