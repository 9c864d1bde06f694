import { describeError } from '../../../shared/errors/app-error.ts';
import type { ActivityRecord } from '../../../shared/rpc/activity-records.ts';
import { activityWords } from '../../../shared/words/activity-words.ts';
import type { Engine } from '../../engine/engine.ts';
import { createMemoryAtRest } from '../../platform/memory-at-rest.ts';
import { createAnswerer } from './answer-changes.ts';
import type { Interrupt } from './listen-for-interrupt.ts';
import { describeQuestion } from './many-changes.ts';
import { exitCodes, printResult } from './output.ts';
import { isKnownLibrary } from './sync-library.ts';
import type { SyncOptions } from './sync.ts';
import { createConnectionTeller } from './tell-connection.ts';
import { createLibraryTeller } from './tell-library.ts';
import { createNeedsTeller } from './tell-needs.ts';

interface WatchedRun {
  readonly libraryId: string;
  readonly interrupt: Interrupt;
}

/** Syncs, and tells what happens, until it is interrupted or the library is none any more. @returns the exit code */
export async function runWatching(
  engine: Engine,
  { libraryId, interrupt }: WatchedRun,
  { json, manyChanges }: SyncOptions,
): Promise<number> {
  const removed = Promise.withResolvers<void>();
  const memory = createMemoryAtRest();
  engine.onStatusChange(memory.noteWork);
  engine.onStatusChange(createConnectionTeller(engine.gate));
  engine.onStatusChange(createLibraryTeller(engine, libraryId));
  engine.onStatusChange(createNeedsTeller(engine, libraryId, json));
  let said = '';
  const answer = createAnswerer(engine, libraryId, manyChanges);
  engine.onStatusChange(() => {
    const questions = answer();
    const text = questions.map(describeQuestion).join('\n');
    if (text !== '' && text !== said) printResult(json, { questions }, () => text);
    said = text;
  });
  engine.events.listen((event) => {
    if (event.kind !== 'activity') return;
    const { kind, title, version, key, count, error } = event.entry;
    if (kind === 'libraryRemoved' && !isKnownLibrary(engine, libraryId)) removed.resolve();
    printResult(json, { kind, title, version, key, count, error }, describeHappened);
  });
  await Promise.race([interrupt.asked, removed.promise]);
  memory.stop();
  return exitCodes.done;
}

/** @param happened `count`: of how many files it is told together */
export function describeHappened(
  happened: Pick<ActivityRecord, 'kind' | 'title' | 'version' | 'count' | 'error'>,
): string {
  const { kind, title, version = '', count, error } = happened;
  const what = `${title}${count === undefined ? '' : ` (${count} files)`}: ${activityWords[kind](version)}`;
  return error ? `${what}. ${describeError(error)}` : what;
}
