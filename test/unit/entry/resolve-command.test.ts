import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resolveCommand } from '../../../electron/entry/commands/resolve.ts';
import { holdConflicts, holdDrafts, pathOf, restingService } from './many-files.ts';
import { createStateWithLibrary } from './state-with-library.ts';

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
