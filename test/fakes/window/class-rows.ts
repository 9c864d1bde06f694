import type { ClassHit, ClassQuestion } from '../../../shared/model/class-search.ts';
import type { UsedPair } from '../../../shared/rpc/class-records.ts';

const ballValve: ClassHit = { code: 'EC010231', version: '2', name: 'Ball valve, straight' };
const panel: ClassHit = { code: 'EC011524', version: '1', name: 'Panel radiator' };
const valveShape: ClassHit = { code: 'MC000040', version: '1', name: 'Straight valve with handle' };
const panelShape: ClassHit = { code: 'MC000123', version: '2', name: 'Panel with 4 connections' };

const classes: readonly ClassHit[] = [
  ballValve,
  { code: 'EC010232', version: '3', name: 'Ball valve with discharge' },
  { code: 'EC011491', version: '5', name: 'Circulation pump', also: 'central heating pump' },
  panel,
  { code: 'EC002615', version: '4', name: 'Washbasin', also: 'lavatory' },
];
const modellingClasses: readonly ClassHit[] = [
  valveShape,
  { code: 'MC000071', version: '1', name: 'Twin connection pump' },
  panelShape,
];
/** As in the published data: a modelling class belongs with an ETIM class. */
const partners: Readonly<Record<string, string>> = { EC010231: 'MC000040', EC011491: 'MC000071', EC011524: 'MC000123' };

/** Classes whose code, name or other name has the words asked for. */
export function exampleClasses({ kind, text, match, partnerOf, limit }: ClassQuestion): ClassHit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has =
    ({ code, name, also }: ClassHit) =>
    (word: string) =>
      `${code} ${name} ${also}`.toLowerCase().includes(word);
  const among = kind === 'class' ? classes : modellingClasses;
  if (words.length === 0) return among.filter(({ code }) => partnerOf !== undefined && partners[partnerOf] === code);
  const found = among.filter((hit) => (match === 'all' ? words.every(has(hit)) : words.some(has(hit))));
  return found.slice(0, limit);
}

export const exampleUsedPairs: UsedPair[] = [
  { etimClass: panel, modellingClass: panelShape, count: 412 },
  { etimClass: ballValve, modellingClass: valveShape, count: 38 },
];
