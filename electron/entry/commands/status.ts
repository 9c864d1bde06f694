import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { createQueue } from '../../engine/queue/queue.ts';
import { createFileList } from '../../engine/state/file-list.ts';
import { createLibraries } from '../../engine/state/libraries.ts';
import { fromEnvironment } from '../environment.ts';
import { openState } from '../open-state.ts';
import type { FileState } from '../../../shared/rpc/records.ts';
import { describeForPerson, filesForPerson, stateWords } from './file-states.ts';
import { tellBegunAnew } from './tell-begun-anew.ts';
import { exitCodes, printResult } from './output.ts';

/**
 * Tells how the libraries of a state folder stand, without asking the service.
 * @returns the exit code: 2 when a file waits for a person
 */
export async function statusCommand({
  stateDir,
  json,
}: {
  readonly stateDir: string;
  readonly json: boolean;
}): Promise<number> {
  if (!existsSync(join(stateDir, 'state.db'))) {
    throw new AppError('unknown-item', { detail: `There is no state in ${stateDir}.` });
  }
  const database = openState(stateDir);
  try {
    tellBegunAnew(database);
    const serviceId = fromEnvironment('contentAddress')?.replace(/\/+$/, '');
    const queue = createQueue(database, Date.now);
    const files = createFileList(database, queue.isRunning, Date.now);
    const libraries = createLibraries(database)
      .all()
      .map((library) => ({
        name: library.name,
        root: library.root,
        application: `${library.applicationName} ${library.applicationVersion}`,
        files: Object.fromEntries(files.states(serviceId, library.libraryId)),
        forPerson: filesForPerson(files, serviceId, library.libraryId),
        lastScan: library.lastScanMs === undefined ? undefined : new Date(library.lastScanMs).toISOString(),
      }));
    printResult(json, { libraries, queue: queue.counts() }, () =>
      [
        ...libraries.flatMap((library) => [
          `${library.name} (${library.root}): ${describeStates(library.files)}`,
          ...library.forPerson.map(describeForPerson),
        ]),
        describeQueue(queue.counts()),
      ].join('\n'),
    );
    return libraries.some(({ forPerson }) => forPerson.length > 0) ? exitCodes.needsPerson : exitCodes.done;
  } finally {
    database.close();
  }
}

function describeStates(states: Readonly<Record<string, number>>): string {
  const parts = Object.entries(states).map(([state, count]) => `${count} ${stateWords[state as FileState]}`);
  return parts.length === 0 ? 'no files' : parts.join(', ');
}

function describeQueue({
  waiting,
  needsAttention,
}: {
  readonly waiting: number;
  readonly needsAttention: number;
}): string {
  return `Queue: ${waiting} waiting, ${needsAttention} needing you`;
}
