import { cadKindOf } from '../../shared/model/cad-kind.ts';
import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { AddedFile, IfThere, PlaceForFile } from '../../shared/rpc/intake-records.ts';
import type { LibraryRecord } from '../../shared/rpc/library-records.ts';
import { filesIn, type Brought, type BroughtFile } from '../connect/brought-files.ts';
import { readError } from '../connect/read-error.ts';
import type { Session } from './session.svelte.ts';

/** How far what a person brought in is. */
export interface IntakeState {
  readonly phase: 'none' | 'where' | 'adding' | 'asking';
  readonly brought: Brought;
  readonly libraryId: string | undefined;
  readonly doneCount: number;
  readonly doneBytes: number;
  /** Of the file that is being added. */
  readonly current: { readonly sizeBytes: number; readonly done: number };
  /** Those in whose place another file stands. */
  readonly occupied: readonly BroughtFile[];
  readonly failed: readonly { readonly path: string; readonly error: ErrorRecord | undefined }[];
  readonly sameCount: number;
  /** Those of which a person has to say what they show. */
  readonly lackingClass: readonly string[];
  readonly additionIds: readonly string[];
}

/** What a person brings in, from the drop to the last question about it. */
export interface Intake {
  readonly now: IntakeState;
  readonly library: LibraryRecord | undefined;
  /** Of all bytes how much is there, 0 … 1. */
  readonly progress: number;
  /** Takes what was dropped, chosen or pasted. @param libraryId the one that is looked at, if one is */
  readonly take: (given: DataTransfer | readonly File[], libraryId: string | undefined) => void;
  readonly addTo: (libraryId: string) => void;
  /** What becomes of the files in whose place another one stands. */
  readonly answerOccupied: (answer: Exclude<IfThere, 'ask'> | 'leave') => void;
  /** Ends it: what was added stays. */
  readonly cancel: () => void;
  readonly close: () => void;
}

const atRest: IntakeState = {
  phase: 'none',
  brought: { files: [], skipped: 0, inLibrary: 0 },
  libraryId: undefined,
  doneCount: 0,
  doneBytes: 0,
  current: { sizeBytes: 0, done: 0 },
  occupied: [],
  failed: [],
  sameCount: 0,
  lackingClass: [],
  additionIds: [],
};

/** @param ondone nothing is left to be asked */
export function createIntake(session: Session, ondone: (intake: Intake) => void): Intake {
  let now = $state.raw(atRest);
  let cancelling = new AbortController();
  const change = (part: Partial<IntakeState>): void => void (now = { ...now, ...part });
  const work: Work = { session, change, now: () => now, signal: () => cancelling.signal };

  async function take(given: DataTransfer | readonly File[], looksAt: string | undefined): Promise<void> {
    if (now.phase === 'adding') return;
    now = atRest;
    cancelling = new AbortController();
    if (!(await bring(work, given))) return change({ phase: 'asking' });
    const into = looksAt ?? libraryFor(now.brought.files, session.status?.libraries ?? []);
    return into === undefined ? change({ phase: 'where' }) : addAll(into, now.brought.files, 'ask');
  }

  async function addAll(libraryId: string, files: readonly BroughtFile[], ifThere: IfThere): Promise<void> {
    change({ phase: 'adding', libraryId, occupied: [] });
    for (const file of files) if (!cancelling.signal.aborted) await addOne(work, file, { libraryId, ifThere });
    change({ phase: 'asking' });
    if (!isAsking(now)) end();
  }

  function end(): void {
    if (now.phase === 'asking' && now.brought.files.length > 0) ondone(intake);
    change({ phase: 'none' });
  }

  const intake: Intake = {
    get now() {
      return now;
    },
    get library() {
      return session.status?.libraries.find(({ libraryId }) => libraryId === now.libraryId);
    },
    get progress() {
      return progressOf(now);
    },
    take: (given, looksAt) => void take(given, looksAt),
    addTo: (libraryId) => void addAll(libraryId, now.brought.files, 'ask'),
    answerOccupied(answer) {
      const { occupied, libraryId } = now;
      change({ occupied: [] });
      if (answer === 'leave' || libraryId === undefined) return isAsking(now) ? undefined : end();
      change(doneBy(now, occupied, -1));
      void addAll(libraryId, occupied, answer);
    },
    cancel: () => cancelling.abort(),
    close() {
      cancelling.abort();
      if (now.phase !== 'adding') end();
    },
  };
  return intake;
}

/** Whether something is left to be said by a person, or to them. */
function isAsking({ occupied, failed, lackingClass }: IntakeState): boolean {
  return occupied.length + failed.length + lackingClass.length > 0;
}

interface Work {
  readonly session: Session;
  readonly now: () => IntakeState;
  readonly change: (part: Partial<IntakeState>) => void;
  readonly signal: () => AbortSignal;
}

/** @returns whether there is anything to add, and a library to add it to */
async function bring({ session, change, now }: Work, given: DataTransfer | readonly File[]): Promise<boolean> {
  try {
    change({ brought: await filesIn(given, session) });
    // Before that nobody knows whether there are libraries.
    await session.begun;
  } catch (thrown) {
    change({ failed: [{ path: '', error: readError(thrown, session.connected) }] });
  }
  return now().brought.files.length > 0 && (session.status?.libraries.length ?? 0) > 0;
}

async function addOne(
  { session, change, now, signal: current }: Work,
  file: BroughtFile,
  where: Omit<PlaceForFile, 'path'>,
): Promise<void> {
  const { path, sizeBytes } = file;
  const signal = current();
  const onProgress = (done: number): void => change({ current: { sizeBytes, done } });
  try {
    change(withAdded(now(), file, await file.add({ ...where, path }, { signal, onProgress })));
  } catch (thrown) {
    const failed = { path, error: readError(thrown, session.connected) };
    if (!signal.aborted) change({ failed: [...now().failed, failed] });
  }
  change({ ...doneBy(now(), [file], 1), current: atRest.current });
}

function withAdded(now: IntakeState, file: BroughtFile, added: AddedFile): Partial<IntakeState> {
  const { outcome, additionId, fileId, lacksClass } = added;
  if (outcome === 'occupied') return { occupied: [...now.occupied, file] };
  if (outcome === 'same') return { sameCount: now.sameCount + 1 };
  if (additionId === undefined) return {};
  return {
    additionIds: [...now.additionIds, additionId],
    lackingClass: lacksClass ? [...now.lackingClass, fileId] : now.lackingClass,
  };
}

function doneBy(
  { doneCount, doneBytes }: IntakeState,
  files: readonly BroughtFile[],
  sign: 1 | -1,
): Pick<IntakeState, 'doneCount' | 'doneBytes'> {
  return { doneCount: doneCount + sign * files.length, doneBytes: doneBytes + sign * bytesOf(files) };
}

function progressOf({ brought, doneBytes, current }: IntakeState): number {
  const totalBytes = bytesOf(brought.files);
  return totalBytes === 0 ? 0 : Math.min(1, (doneBytes + current.sizeBytes * current.done) / totalBytes);
}

function bytesOf(files: readonly BroughtFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
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
