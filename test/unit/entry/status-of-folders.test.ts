import { beforeEach, describe, expect, it, vi } from 'vitest';
import { explainCommand, statusCommand } from '../../../electron/entry/commands/status.ts';
import { createVerdicts } from '../../../electron/engine/state/verdicts.ts';
import { keyOf } from '../../fakes/engine/world.ts';
import { createStateWithLibrary, type StateWithLibrary } from './state-with-library.ts';

const serviceId = 'http://localhost:9';

let state: StateWithLibrary;
const options = (json = false) => ({ stateDir: state.stateDir, usualStateDirs: [], json });

beforeEach(() => {
  vi.stubEnv('CADSYNC_BASE_URL', serviceId);
  state = createStateWithLibrary();
});

describe('cadsync status DIR', () => {
  it('says of a folder that nothing compares what the overview says, also where there is no file in it', async () => {
    expect(await statusCommand(options())).toBe(3);
    state.printed();
    expect(await explainCommand([state.root], options())).toBe(3);
    expect(state.printed()).toBe(
      `${state.root}: 0 in step, 0 not (not confirmed now: nothing is running that would compare it)\n`,
    );
  });

  it('counts what is to be fetched and never was there, and needs a person where that does', async () => {
    const fetched = (code: string, kind: 'transfer' | 'parked') => {
      const verdict =
        kind === 'parked'
          ? ({ kind, operation: 'download', error: { code: 'disk-full' } } as const)
          : ({ kind, operation: 'download' } as const);
      const key = keyOf(code);
      state.withState((database) =>
        createVerdicts(database, state.libraryId).putKey(
          key,
          [{ key, subject: `/${key}`, verdict, agreed: undefined, entryId: undefined }],
          serviceId,
        ),
      );
    };
    fetched('EC000001', 'transfer');
    expect(await explainCommand([state.root], options())).toBe(3);
    expect(state.printed()).toContain('0 in step, 0 not; 1 to be fetched (');
    fetched('EC000002', 'parked');
    expect(await explainCommand([state.root], options())).toBe(2);
    expect(state.printed()).toContain('; 2 to be fetched, 1 of them for you to look at (');
  });
});
