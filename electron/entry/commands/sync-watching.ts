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
    const { kind, title, version, key } = event.entry;
    if (kind === 'libraryRemoved' && !isKnownLibrary(engine, libraryId)) removed.resolve();
    printResult(json, { kind, title, version, key }, (told) =>
      [told.kind, told.title, told.version].filter(Boolean).join(' '),
    );
  });
  await Promise.race([interrupt.asked, removed.promise]);
  memory.stop();
  return exitCodes.done;
}
