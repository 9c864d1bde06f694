import { expect, it } from 'vitest';
import { json } from '../../../../electron/engine/state/row.ts';
import { createSelectionStore } from '../../../../electron/engine/state/settings-store.ts';
import type { SavedSelection } from '../../../../shared/rpc/selection-records.ts';
import { takeState } from '../../../fakes/engine/kept-states.ts';
import { insert, sql } from '../../../../electron/engine/state/sql.ts';
import { z } from 'zod';

const roof: SavedSelection = { filterId: '12', name: 'Roof', kind: 'interface', disabledFields: [] };
const ofLater = { ...roof, filterId: '13', kind: 'a kind of a later version' };

it('one entry that cannot be read takes no other away, and stays when the list is written', () => {
  const database = takeState();
  database.run(insert('setting', { name: 'selections of one', value: JSON.stringify([ofLater, roof]) }));
  const kept = createSelectionStore(database)('one');
  expect(kept.read()).toEqual([roof]);
  const cellar = { ...roof, filterId: '14', name: 'Cellar' };
  kept.write([...kept.read(), cellar]);
  expect(kept.read()).toEqual([roof, cellar]);
  const written = database.get(
    sql`SELECT value FROM setting WHERE name = 'selections of one'`,
    json('value', z.unknown()),
  );
  expect(written).toEqual([ofLater, roof, cellar]);
  kept.write([]);
  expect(kept.read()).toEqual([]);
});
