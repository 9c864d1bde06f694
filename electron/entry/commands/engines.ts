import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { EngineCalls, NamedFile } from '../../../shared/rpc/command-contract.ts';
import { tellSilentApp } from './tell-silence.ts';
import { connectToRunning } from '../../channels/connect-commands.ts';
import { libraryHolding } from '../../engine/tree/library-holding.ts';
import { systemClock } from '../../platform/clock.ts';
import { ignoresCase } from '../../platform/ignores-case.ts';
import { isStateThere } from '../../platform/state-files.ts';
import type { AtRestOptions } from '../open-at-rest.ts';

/** The way from a command to the engine that carries it out: the one that runs, or one at rest where none does. */

/** Which states a command is about: the one of a named folder, else those of the app and of the command line. */
export interface States {
  readonly stateDir?: string | undefined;
  readonly usualStateDirs: readonly string[];
}

/** What such a command is asked: about which states, and whether it prints what comes of it as JSON. */
export interface Asking extends States {
  readonly json: boolean;
}

interface OpenEngine {
  readonly calls: EngineCalls;
  close(): Promise<void>;
}

/** An engine that starts holds the state for a while before it can be asked. */
const engineStartsWithinMs = 10_000;
const askAgainAfterMs = 250;
const unanswered = 'It does not answer commands. End it and run this again; the command then works without it.';

/** The folders of these states. @throws AppError `unknown-item` where nothing was synced yet and none is named */
export function foldersOf({ stateDir, usualStateDirs }: States): readonly string[] {
  if (stateDir !== undefined) return [stateDir];
  const there = usualStateDirs.filter(isStateThere);
  if (there.length > 0) return there;
  throw new AppError('unknown-item', {
    detail: 'Nothing was synced on this computer yet; name the folder of a state by --state.',
  });
}

/**
 * Has an engine for one state folder while `use` runs.
 * @param options for an engine at rest
 * @throws AppError `unknown-item` when there is no state, `library-in-use` when an engine runs that cannot be asked
 */
export async function withEngine<T>(
  stateDir: string,
  use: (calls: EngineCalls) => Promise<T>,
  options: AtRestOptions = {},
): Promise<T> {
  const engine = await openEngine(resolve(stateDir), options);
  try {
    return await use(engine.calls);
  } finally {
    await engine.close();
  }
}

/** The same for each of these states, one after the other. */
export async function withEachEngine<T>(
  states: States,
  use: (calls: EngineCalls) => Promise<T>,
  options: AtRestOptions = {},
): Promise<T[]> {
  const answers: T[] = [];
  for (const folder of foldersOf(states)) answers.push(await withEngine(folder, use, options));
  return answers;
}

/**
 * The same for the state whose libraries hold a path; for the last one where none does.
 * @param path full and canonical
 */
export async function withEngineHolding<T>(
  states: States,
  path: string,
  use: (calls: EngineCalls) => Promise<T>,
): Promise<T> {
  const folders = foldersOf(states);
  for (const folder of folders.slice(0, -1)) {
    const found = await withEngine(folder, async (calls) =>
      libraryHolding(await calls.libraries.list(), path, ignoresCase) ? { answer: await use(calls) } : undefined,
    );
    if (found) return found.answer;
  }
  return withEngine(folders.at(-1) ?? '', use);
}

/**
 * The same for many paths: each state is opened once, for those of them that its libraries hold, and the last one for the
 * others too.
 * @param paths full and canonical
 */
export async function withEnginesHolding(
  states: States,
  paths: readonly string[],
  use: (calls: EngineCalls, held: readonly string[]) => Promise<void>,
): Promise<void> {
  const folders = foldersOf(states);
  let left = paths;
  for (const folder of folders.slice(0, -1)) {
    await withEngine(folder, async (calls) => {
      const libraries = await calls.libraries.list();
      const { held = [], not = [] } = Object.groupBy(left, (path) =>
        libraryHolding(libraries, path, ignoresCase) ? 'held' : 'not',
      );
      left = not;
      if (held.length > 0) await use(calls, held);
    });
  }
  if (left.length > 0) await withEngine(folders.at(-1) ?? '', (calls) => use(calls, left));
}

/** @throws AppError `unknown-item` for a file in no library */
export async function fileAt(calls: EngineCalls, path: string): Promise<NamedFile> {
  const [file] = await calls.files.at({ paths: [path] });
  if (!file) throw new AppError('unknown-item');
  return file;
}

async function openEngine(folder: string, options: AtRestOptions): Promise<OpenEngine> {
  const untilMs = systemClock.steadyMs() + engineStartsWithinMs;
  for (;;) {
    const running = await connectToRunning(folder, tellSilentApp);
    if (running) return { calls: running, close: async () => undefined };
    // Not sooner: an engine that runs says itself that its state is gone.
    if (!existsSync(join(folder, 'state.db'))) {
      const detail = isStateThere(folder)
        ? `The state in ${folder} was removed. Put it back, or start the app or a sync, which begins a new one.`
        : `There is no state in ${folder}.`;
      throw new AppError('unknown-item', { detail });
    }
    try {
      // Loading it takes longer than asking an engine that runs.
      const { openAtRest } = await import('../open-at-rest.ts');
      return openAtRest(folder, options);
    } catch (error) {
      const isHeld = error instanceof AppError && error.code === 'library-in-use';
      if (!isHeld) throw error;
      if (systemClock.steadyMs() > untilMs) throw new AppError('library-in-use', { cause: error, detail: unanswered });
    }
    await setTimeout(askAgainAfterMs);
  }
}
