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
