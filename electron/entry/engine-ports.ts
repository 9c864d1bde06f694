import { hash, randomUUID } from 'node:crypto';
import type { Sha256 } from '../../shared/model/sha256.ts';
import { inspectCadFile } from '../cad/inspect.ts';
import type { ConnectionPort, Log, Ports } from '../engine/ports.ts';
import { systemClock } from '../platform/clock.ts';
import { thisComputer } from '../platform/computer.ts';
import { createDisk } from '../platform/disk.ts';
import { createWatcher } from '../platform/watcher.ts';
import { foldersOfThisComputer } from './known-folders.ts';
import { openState } from './open-state.ts';

/**
 * The real world for the engine.
 * @param stateDir folder of the state database
 * @throws AppError `library-in-use`, `state-unreadable`
 */
export function createEnginePorts(stateDir: string, connection: ConnectionPort, log: Log): Ports {
  return {
    disk: createDisk(),
    watcher: createWatcher(),
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    database: openState(stateDir),
    sha256Of: (bytes) => hash('sha256', bytes, 'hex') as Sha256,
    inspectCadFile,
    connection,
    log,
    computer: { ...thisComputer, folders: foldersOfThisComputer(stateDir) },
  };
}
