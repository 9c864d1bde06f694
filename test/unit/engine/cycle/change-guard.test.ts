import { expect, it } from 'vitest';
import { passingSteps } from '../../../../electron/engine/cycle/change-guard.ts';
import { changeLimits } from '../../../../electron/engine/judge/bounded-change.ts';
import { createBoundedChanges } from '../../../../electron/engine/state/bounded-changes.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { keyOf } from '../../../fakes/engine/world.ts';

it('one change is judged without a look at all files of the library, or at all that were ever removed', () => {
  const database = openSqlite(':memory:');
  migrate(database);
  const clock = createFakeClock();
  const rows: unknown[] = [];
  const all: typeof database.all = (statement, read) => {
    const found = database.all(statement, read);
    rows.push(...found);
    return found;
  };
  const changes = createBoundedChanges({ ...database, all }, 'library', 'service');
  const removal = { kind: 'removal', path: 'gone.rfa', standing: 'done', sha256: undefined } as const;
  for (let n = 1; n <= 9; n += 1)
    changes.put({ ...removal, key: keyOf(`EC10000${n}`), atMs: clock.now() - 86_400_000 });
  const files = {
    presentCount: () => expect.unreachable('All files are counted.'),
    movedKeys: () => expect.unreachable('All files are looked through.'),
  };
  const step = { kind: 'overwrite', key: keyOf('EC000001'), path: 'pump.rfa', sha256: undefined } as const;
  const ground = { changes, files, isQueued: () => false, nowMs: clock.now(), limits: changeLimits };
  expect(passingSteps(ground, [step])).toEqual([step]);
  expect(rows).toEqual([]);
});
