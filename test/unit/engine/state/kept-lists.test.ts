import { expect, it } from 'vitest';
import { createSelectionStore } from '../../../../electron/engine/state/settings-store.ts';
import type { SavedSelection } from '../../../../shared/rpc/selection-records.ts';
import { keptSetting, putSetting } from '../../../fakes/engine/kept-settings.ts';
import { takeState } from '../../../fakes/engine/kept-states.ts';

const roof: SavedSelection = { filterId: '12', name: 'Roof', kind: 'interface', disabledFields: [] };
const ofLater = { ...roof, filterId: '13', kind: 'a kind of a later version' };

it('one entry that cannot be read takes no other away, and stays when the list is written', () => {
  const database = takeState();
  putSetting(database, 'selections of one', [ofLater, roof]);
  const kept = createSelectionStore(database)('one');
  expect(kept.read()).toEqual([roof]);
  const cellar = { ...roof, filterId: '14', name: 'Cellar' };
  kept.write([...kept.read(), cellar]);
  expect(kept.read()).toEqual([roof, cellar]);
  expect(keptSetting(database, 'selections of one')).toEqual([ofLater, roof, cellar]);
  kept.write([]);
  expect(kept.read()).toEqual([]);
});

it('a list that another version keeps in another form is not written over', () => {
  const database = takeState();
  const ofLaterForm = { version: 2, list: [roof] };
  putSetting(database, 'selections of one', ofLaterForm);
  const kept = createSelectionStore(database)('one');
  expect(kept.read()).toEqual([]);
  expect(() => kept.write([roof])).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
  expect(keptSetting(database, 'selections of one')).toEqual(ofLaterForm);
});
