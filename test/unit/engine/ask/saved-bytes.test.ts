import { expect, it } from 'vitest';
import { suggestedNameOf } from '../../../../electron/engine/ask/saved-bytes.ts';
import type { SavedThing } from '../../../../shared/rpc/selection-records.ts';

const zip: SavedThing = {
  ...{ kind: 'filterZip', filterId: '2147000000', disabledFields: [], languageCode: 'en' },
  program: { name: 'Revit', version: '2025' },
};
const table: SavedThing = { kind: 'filterTable', filterId: '12', selectionKind: 'interface', disabledFields: [] };

it('what is saved of a selection has its name, and its number only where it has none', () => {
  expect(suggestedNameOf(zip, () => 'Plant room')).toBe('Plant room.zip');
  expect(suggestedNameOf(table, () => 'Plant room')).toBe('Plant room.csv');
  expect(suggestedNameOf(table, () => undefined)).toBe('selection 12.csv');
});

it('a selection of any name gets a file name that Windows takes, too', () => {
  const named = (name: string): string => suggestedNameOf(zip, () => name);
  expect(['Level 2: A/B "new"?', 'con', 'LPT1', '..Rooms. '].map(named)).toEqual([
    'Level 2_ A_B _new__.zip',
    '_con.zip',
    '_LPT1.zip',
    'Rooms.zip',
  ]);
  expect(Buffer.byteLength(named('室'.repeat(200)))).toBeLessThanOrEqual(255);
});

it('an attachment keeps its name where every system takes it, else gets one that they take', () => {
  const named = (attachment?: string): string => suggestedNameOf({ kind: 'attachment', key: 'x', attachment });
  expect(['Pump 3.1 front.JPG', 'Pump 3.1 front', 'manual', ' .', undefined].map(named)).toEqual([
    'Pump 3.1 front.JPG',
    'Pump 3.1 front',
    'manual',
    'attachment',
    'attachment',
  ]);
  expect(['CON', 'nul.dwg', 'COM1.pdf', 'a/b?.pdf'].map(named)).toEqual(['_CON', '_nul.dwg', '_COM1.pdf', 'a_b_.pdf']);
  const long = named(`${'室'.repeat(252)}.pdf`);
  expect(long).toMatch(/…\.pdf$/);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255);
});
