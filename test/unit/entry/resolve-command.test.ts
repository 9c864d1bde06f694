import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { assignCommand } from '../../../electron/entry/commands/assign.ts';
import type { Asking } from '../../../electron/entry/commands/engines.ts';
import { pickCommand } from '../../../electron/entry/commands/pick.ts';
import { resolveCommand, undoResolveCommand } from '../../../electron/entry/commands/resolve.ts';
import { describeError, toAppError } from '../../../shared/errors/app-error.ts';
import { holdConflicts, holdDrafts, pathOf, restingService } from './many-files.ts';
import { createStateWithLibrary, type StateWithLibrary } from './state-with-library.ts';

const classes = {
  etimClass: { code: 'EC000001', version: '1' },
  modellingClass: { code: 'MC000001', version: '1' },
  suggested: false,
};
const describeThrown = (thrown: unknown): string => describeError(toAppError(thrown).toRecord());

beforeEach(() => void vi.stubEnv('CADSYNC_BASE_URL', restingService));
afterEach(() => void vi.unstubAllEnvs());

it('resolving a folder is about every conflict below it, however many files there are besides', async () => {
  const state = createStateWithLibrary();
  const options = { stateDir: state.stateDir, usualStateDirs: [], json: false };
  const numbers = Array.from({ length: 1_005 }, (_none, place) => place + 1);
  holdDrafts(state, numbers);
  const inConflict = [2, 1_004];
  holdConflicts(state, inConflict);
  const places = inConflict.map((number) => join(state.root, pathOf(number)));

  expect(await resolveCommand([state.root], {}, options)).toBe(2);
  const shown = state.printed();
  for (const place of places) expect(shown).toContain(place);

  expect(await resolveCommand([state.root], { choice: 'keepMine' }, options)).toBe(0);
  const answered = state.printed();
  for (const place of places) expect(answered).toContain(`${place}: yours counts, not 0.2.`);
  expect(await resolveCommand([state.root], {}, options)).toBe(1);
});

it('resolving against a version changes nothing where another one stands against the file', async () => {
  const state = createStateWithLibrary();
  const options = { stateDir: state.stateDir, usualStateDirs: [], json: false };
  holdDrafts(state, [1]);
  holdConflicts(state, [1]);
  const place = join(state.root, pathOf(1));

  expect(await resolveCommand([place], { choice: 'keepMine', against: '0.1' }, options)).toBe(1);
  expect(await resolveCommand([place], {}, options)).toBe(2);
  expect(await resolveCommand([place], { choice: 'keepMine', against: '0.2' }, options)).toBe(0);
  expect(state.printed()).toContain(`${place}: yours counts, not 0.2.`);
});

it.each([
  ['assign', ({ root }: StateWithLibrary, asking: Asking) => assignCommand([root], { ...asking, ...classes })],
  ['pick', ({ root }: StateWithLibrary, asking: Asking) => pickCommand(root, asking)],
  ['resolve --undo', ({ root }: StateWithLibrary, asking: Asking) => undoResolveCommand([root], asking)],
])('%s says of a folder that it is one, and not what it would say of a file', async (_, ask) => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  const state = createStateWithLibrary();
  const options = { stateDir: state.stateDir, usualStateDirs: [], json: false };
  const thrown = await ask(state, options).then(() => said.mock.calls.join(''), describeThrown);
  expect(thrown).toContain(`This is a folder, not a file. Name the files in ${state.root} that are meant.`);
});
