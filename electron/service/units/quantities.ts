import { electricalQuantities } from './electrical-quantities.ts';
import { mechanicalQuantities } from './mechanical-quantities.ts';
import { thermalQuantities } from './thermal-quantities.ts';

/**
 * A unit: how many of the quantity's own unit it is, exactly (a decimal number, or two of them as a fraction), how it is
 * written, and its other names: codes of ETIM (`EU…`) and of UN/ECE Recommendation 20, and texts of catalogues.
 */
export type UnitRow = readonly [factor: string, ...names: [string, ...string[]]];

/** Quantity → its units. Values are converted within a quantity only. */
export type Quantities = Readonly<Record<string, readonly UnitRow[]>>;

/**
 * All quantities whose units are multiples of each other. Sources: the unit table of ETIM 10.0 (2024-12-05) for ETIM's
 * codes, UN/ECE Recommendation 20 (revision 17) for its codes, the SI brochure and ISO 80000 for the factors.
 */
export const quantities: Quantities = { ...mechanicalQuantities, ...thermalQuantities, ...electricalQuantities };

/**
 * Units that are converted into no other: they measure something of their own, or what they mean differs from maker to
 * maker (a kilobyte has 1,000 bytes or 1,024).
 */
export const unitsAlone: readonly (readonly [string, ...string[]])[] = [
  ['lm/W', 'EU000004', 'B61'],
  ['DPI', 'EU000006', 'dpi'],
  ['Bd', 'EU000013', 'J38'],
  ['dBµV', 'EU000015'],
  ['kByte', 'EU000041', '2P', 'kB'],
  ['MB', 'EU000042', '4L', 'MByte'],
  ['GB', 'EU571000', 'E34', 'GByte'],
  ['TB', 'EU571072', 'E35', 'TByte'],
  ['AX', 'EU000055'],
  ['Imp/kWh (kvarh)', 'EU000057', 'Imp/kWh'],
  ['c (contacts)', 'EU570483'],
  ['Bit', 'EU570502', 'A99', 'bit'],
  ['dB', 'EU570480', '2N'],
  ['GJ/year', 'EU570547'],
  ['mm/(m.K)', 'EU570551'],
  ['dB(A)', 'EU570555'],
  ['Bft', 'EU570942', 'M19'],
  ['dBi', 'EU571004'],
  ['dB(A) re 1 pW', 'EU571026'],
  ['AirWatt', 'EU571028'],
  ['dBm', 'EU571034', 'DBM'],
  ['m²/l', 'EU571037', 'E31'],
  ['% m/md', 'EU571045'],
  ['MP', 'EU571048'],
  ['kJ/Ohm', 'EU571049'],
  ['m²/h', 'EU571059'],
  ['mm/m', 'EU571061'],
  ['kg/cm/m²', 'EU571064'],
  ['W/(m².K²)', 'EU571065'],
  ['px', 'EU571068'],
  ['kcmil', 'EU571070'],
  ['kJ/m²', 'EU571074'],
  ['m rad', 'EU571076', 'C25'],
  ['dB(C)', 'EU571079'],
  ['m/s²', 'EU571080', 'MSK'],
  ['m³/m²h50Pa', 'EU571147'],
  ['°dH', 'EU571148'],
  ['PSU', 'EU571152'],
  ['cal/cm²', 'EU571173'],
  ['l/m', 'EU571175'],
  ['MN/m³', 'EU571180'],
  ['m/Nm²', 'EU571184'],
  ['fps', 'EU571193'],
  ['kWh/(m²·a)', 'EU571197'],
  ['W-Th-C', 'EU571200'],
];

/** What catalogues write as the unit of a number that has none. */
export const noUnit: readonly string[] = [
  '-',
  '1',
  'C62',
  'H87',
  'PCE',
  'EA',
  'pcs',
  'pc',
  'Stk',
  'Stück',
  'st',
  'stuks',
];
