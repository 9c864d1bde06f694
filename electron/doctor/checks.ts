import type { CheckName, Finding } from '../../shared/rpc/diagnosis.ts';
import { describeKeychain, describeVersions, engineFinding } from './check-computer.ts';
import { folderFinding, markerFinding, rightsFinding } from './check-folder.ts';
import { driveFinding, linksFinding, watchingFinding } from './check-tree.ts';
import { proxyFinding } from './check-proxy.ts';
import { roomFinding } from './check-room.ts';
import { stateFinding } from './check-state.ts';
import type { ExaminedLibrary, ExaminedState } from '../engine/application/examined-state.ts';
import type { Subject } from './subject.ts';
import type { ServiceVisit } from './visit-service.ts';

/** What a check found, and for the eyes of the person what it is about. */
export interface Found {
  readonly finding: Finding;
  readonly about?: string | undefined;
}

interface Look {
  readonly subject: Subject;
  readonly state: () => Promise<ExaminedState | undefined>;
  readonly visit: ServiceVisit;
  /** The library, for a check of each of them. */
  readonly library: ExaminedLibrary | undefined;
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
}

export interface Check {
  readonly name: CheckName;
  readonly of: 'computer' | 'library';
  /** How long it may take. */
  readonly limitMs: number;
  readonly look: (look: Look) => Promise<Found> | Found;
}

/** A disk answers, or hangs as a share that is gone does. */
const diskMs = 5_000;
const treeMs = 30_000;
/** Two requests after each other, each with a limit of its own. */
const networkMs = 25_000;
/** A person may have to unlock it. */
const keychainMs = 20_000;
const databaseMs = 60_000;

/** Every check, once. */
export const checks: readonly Check[] = [
  ofComputer('versions', diskMs, ({ subject }) => describeVersions(subject)),
  ofComputer('engine', diskMs, ({ subject }) => engineFinding(subject)),
  ofComputer('state', databaseMs, ({ subject, state }) => stateFinding(subject, state)),
  ofComputer('room', diskMs, ({ subject }) => roomFinding(subject.stateDir)),
  ofComputer('proxy', diskMs, ({ subject }) => proxyFinding(subject)),
  ofComputer('reach', networkMs, ({ visit }) => visit.reach()),
  ofComputer('signIn', networkMs, ({ visit }) => visit.signIn()),
  ofComputer('limits', networkMs, ({ visit }) => visit.limits()),
  ofComputer('clock', networkMs, ({ visit }) => visit.clock()),
  ofComputer('embedded', networkMs, ({ visit, state }) => visit.embedded(state)),
  ofComputer('keychain', keychainMs, ({ subject }) => describeKeychain(subject)),
  ofLibrary('folder', diskMs, folderFinding),
  ofLibrary('marker', diskMs, markerFinding),
  ofLibrary('rights', diskMs, rightsFinding),
  ofLibrary('drive', diskMs, driveFinding),
  ofLibrary('links', treeMs, linksFinding),
  ofLibrary('watching', treeMs, watchingFinding),
  ofLibrary('libraryRoom', diskMs, ({ root }) => roomFinding(root)),
];

function ofComputer(name: CheckName, limitMs: number, look: Check['look']): Check {
  return { name, of: 'computer', limitMs, look };
}

function ofLibrary(
  name: CheckName,
  limitMs: number,
  look: (library: ExaminedLibrary, signal: AbortSignal) => Promise<Found>,
): Check {
  return {
    name,
    of: 'library',
    limitMs,
    look: ({ library, signal }) => (library ? look(library, signal) : { finding: { code: 'checkFailed' } }),
  };
}
