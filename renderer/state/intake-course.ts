import { cadKindOf } from '../../shared/model/cad-kind.ts';
import type { IfThere } from '../../shared/rpc/intake-records.ts';
import type { LibraryRecord } from '../../shared/rpc/library-records.ts';
import type { Brought, BroughtFile } from '../connect/brought-files.ts';
import { readError } from '../connect/read-error.ts';
import {
  atRest,
  isAsking,
  withAdded,
  withDone,
  withLeftOut,
  withPlaced,
  type IntakeState,
  type PlacedFile,
} from './intake-state.ts';
import type { Session } from './session.svelte.ts';

interface Course {
  readonly session: Pick<Session, 'begun' | 'connected' | 'status'>;
  readonly now: () => IntakeState;
  readonly change: (part: Partial<IntakeState>) => void;
  /** Something was to be added, and nothing is left to be asked. */
  readonly ondone: (now: IntakeState) => void;
}

/** How files are added: what was brought first goes first, and all that has to be asked is asked once nothing waits. */
export function createIntakeCourse(course: Course) {
  const { now, change } = course;
  const line = createLine(course);
  const { inTurn, addInTurn, cancel, end } = line;

  return {
    /** @param look finds what there is to add; begins at once */
    take(look: (signal: AbortSignal) => Promise<Brought>, looksAt: string | undefined): void {
      const signal = line.signal();
      const isAdding = now().phase === 'adding';
      if (!isAdding) change(now().phase === 'none' ? { ...atRest, phase: 'looking' } : { phase: 'looking' });
      const coming = broughtBy(course, look, signal);
      inTurn(async () => takeUp(course, await coming, { looksAt, signal }));
    },
    addTo(libraryId: string): void {
      const { unplaced } = now();
      change({ unplaced: [], ...withPlaced(now(), unplaced) });
      addInTurn(libraryId, unplaced, 'ask');
    },
    answerOccupied(answer: Exclude<IfThere, 'ask'> | 'leave'): void {
      const { occupied } = now();
      change({ occupied: [] });
      if (answer === 'leave') return inTurn(() => Promise.resolve());
      for (const [libraryId, placed] of Map.groupBy(occupied, (one) => one.libraryId)) {
        const files = placed.map(({ file }) => file);
        change(withDone(now(), files, -1));
        addInTurn(libraryId, files, answer);
      }
    },
    cancel,
    close(): void {
      if (now().phase === 'looking' || now().phase === 'adding') cancel();
      else end();
    },
  };
}

/** What waits for its turn, and what comes when nothing does. */
function createLine(course: Course) {
  const { now, change, ondone } = course;
  let cancelling = new AbortController();
  const end = (): void => {
    change({ phase: 'none' });
    if (now().count > 0) ondone(now());
  };
  const inTurn = createTurns(() => {
    if (now().unplaced.length > 0) change({ phase: 'where' });
    else if (isAsking(now())) change({ phase: 'asking' });
    else end();
  });
  return {
    end,
    inTurn,
    signal: () => cancelling.signal,
    addInTurn: (libraryId: string, files: readonly BroughtFile[], ifThere: IfThere): void => {
      const { signal } = cancelling;
      change({ phase: 'adding', libraryId });
      inTurn(() => addAll(course, files, { libraryId, ifThere, signal }));
    },
    cancel: (): void => {
      cancelling.abort();
      cancelling = new AbortController();
    },
  };
}

/** One after the other, in the order in which they came. @param onrest none is left */
function createTurns(onrest: () => void): (work: () => Promise<void>) => void {
  let last = Promise.resolve();
  let waiting = 0;
  return (work) => {
    waiting += 1;
    last = last.then(work).then(() => {
      waiting -= 1;
      if (waiting === 0) onrest();
    });
  };
}

/** What was found, or why nothing could be. @param signal nobody waits for it any more */
async function broughtBy(
  { session }: Course,
  look: (signal: AbortSignal) => Promise<Brought>,
  signal: AbortSignal,
): Promise<{ readonly brought: Brought } | { readonly failed: IntakeState['failed'] }> {
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
  });
  try {
    const brought = await Promise.race([look(signal), stopped]);
    // Before that nobody knows whether there are libraries.
    await Promise.race([session.begun, stopped]);
    return { brought };
  } catch (thrown) {
    return { failed: signal.aborted ? [] : [{ path: '', error: readError(thrown, session.connected) }] };
  }
}

async function takeUp(
  course: Course,
  came: Awaited<ReturnType<typeof broughtBy>>,
  { looksAt, signal }: { readonly looksAt: string | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { session, now, change } = course;
  if ('failed' in came) return change({ failed: [...now().failed, ...came.failed] });
  if (signal.aborted) return;
  const { files } = came.brought;
  change(withLeftOut(now(), came.brought));
  if (files.length === 0) return;
  const libraries = session.status?.libraries ?? [];
  const libraryId = libraries.length === 0 ? undefined : (looksAt ?? libraryFor(files, libraries));
  if (libraryId === undefined) return change({ unplaced: [...now().unplaced, ...files] });
  change(withPlaced(now(), files));
  await addAll(course, files, { libraryId, ifThere: 'ask', signal });
}

interface HowToAdd {
  readonly libraryId: string;
  readonly ifThere: IfThere;
  readonly signal: AbortSignal;
}

async function addAll(course: Course, files: readonly BroughtFile[], how: HowToAdd): Promise<void> {
  const { now, change } = course;
  change({ phase: 'adding', libraryId: how.libraryId });
  for (const [place, file] of files.entries()) {
    if (how.signal.aborted) return change(withPlaced(now(), files.slice(place), -1));
    await addOne(course, { file, libraryId: how.libraryId }, how);
  }
}

async function addOne({ session, now, change }: Course, placed: PlacedFile, how: HowToAdd): Promise<void> {
  const { ifThere, signal } = how;
  const { file, libraryId } = placed;
  const { path, sizeBytes } = file;
  const onProgress = (done: number): void => change({ current: { sizeBytes, done } });
  try {
    change(withAdded(now(), placed, await file.add({ libraryId, ifThere, path }, { signal, onProgress })));
  } catch (thrown) {
    const failed = { path, error: readError(thrown, session.connected) };
    if (!signal.aborted) change({ failed: [...now().failed, failed] });
  }
  change({ ...withDone(now(), [file]), current: atRest.current });
}

/** The only library, or the only one that is for the programs of all these files. */
function libraryFor(files: readonly BroughtFile[], libraries: readonly LibraryRecord[]): string | undefined {
  const [only, ...others] = libraries;
  if (only && others.length === 0) return only.libraryId;
  const programs = new Set(files.map(({ path }) => cadKindOf(path)?.application));
  const fitting = libraries.filter((library) =>
    [...programs].every((program) => library.programs.some(({ name }) => name === program)),
  );
  return fitting.length === 1 ? fitting[0]?.libraryId : undefined;
}
