import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { openState } from '../../../electron/entry/open-state.ts';
import { createLibraries } from '../../../electron/engine/state/libraries.ts';
import type { Database } from '../../../electron/engine/ports.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';

/** A state folder that knows one library, for a command that runs while nothing else does. */
export interface StateWithLibrary {
  readonly libraryId: string;
  readonly markerId: string;
  readonly root: string;
  readonly stateDir: string;
  /** What the command has said since this was last asked. */
  readonly printed: () => string;
  /** Opens the state for as long as `use` takes. */
  readonly withState: <T>(use: (database: Database) => T) => T;
}

/** Goes away with the running test; from now on nothing is printed for people to see. */
export function createStateWithLibrary(): StateWithLibrary {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-state-')));
  const [root, stateDir] = [join(folder, 'library'), join(folder, 'state')];
  mkdirSync(root);
  mkdirSync(stateDir);
  const [libraryId, markerId] = ['one', 'the-marker'];
  mkdirSync(join(root, '.cadlibrary'));
  writeFileSync(join(root, '.cadlibrary/library.json'), JSON.stringify({ libraryId: markerId }));
  let text = '';
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  onTestFinished(() => {
    output.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  });
  const state: StateWithLibrary = {
    libraryId,
    markerId,
    root,
    stateDir,
    printed() {
      const said = text;
      text = '';
      return said;
    },
    withState(use) {
      const database = openState(stateDir);
      try {
        return use(database);
      } finally {
        database.close();
      }
    },
  };
  state.withState((database) =>
    createLibraries(database).add({
      libraryId,
      name: 'library',
      root,
      programs: [{ name: 'Revit', version: '2025' }],
      contentType: 'Template',
      markerId,
      settings: defaultLibrarySettings,
    }),
  );
  return state;
}
