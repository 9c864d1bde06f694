import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatProgram } from '../../../shared/model/program.ts';
import type { ConnectionStanding } from '../../../shared/rpc/connection-standing.ts';
import type { Explanation, UnconfirmedBecause } from '../../../shared/rpc/explanation.ts';
import type { RequestBudget } from '../../../shared/rpc/request-budget.ts';
import type { ExplainedFileRecord } from '../../../shared/rpc/status-answer.ts';
import type { Disk } from '../ports.ts';
import type { Library } from '../state/libraries.ts';
import type { LastStops } from '../state/settings-store.ts';
import { isOfPrograms } from '../tree/of-programs.ts';
import type { ExplainedFile, Explainer } from './explainer.ts';
import type { ExplainerParts } from './file-facts.ts';
import { unconfirmedBecause } from './in-step.ts';
import { libraryPaused } from './local-reasons.ts';
import type { NeedsGround } from './needs-beside-files.ts';

/** What is said alike of libraries and of paths in them. */

export interface StatusParts {
  readonly explainer: Explainer;
  readonly libraries: () => readonly Library[];
  readonly disk: Disk;
  readonly connection: () => ConnectionStanding;
  readonly budget: () => RequestBudget | undefined;
  /** Why what files belong to could not be written to a library that an engine runs for. */
  readonly linksProblem: NeedsGround['linksProblem'];
}

export interface ReaderParts extends Omit<ExplainerParts, 'clock'>, StatusParts {
  readonly lastStops: LastStops;
}

/** Why a library is paused, while it is. */
export function pausedOf({ live, lastStops }: ReaderParts, library: Library): Explanation | undefined {
  const { libraryId, name: libraryName, settings } = library;
  const stopped = lastStops.library(libraryId);
  return libraryPaused({ live: live(libraryId, ''), libraryName, isPaused: settings.isPaused, stopped });
}

/** Why nobody knows whether what was found equal in a library still is; where it is paused, that is what is said. */
export function unconfirmedOf(
  parts: ReaderParts,
  { libraryId }: Library,
  paused: Explanation | undefined,
): UnconfirmedBecause | undefined {
  if (!paused && parts.serviceId() === undefined) return 'notConnected';
  const live = parts.live(libraryId, '');
  return unconfirmedBecause(live, live ? undefined : parts.lastStops.connection()?.error);
}

export function recordOf(
  { disk }: ReaderParts,
  library: Library,
  { row, explanation }: ExplainedFile,
): ExplainedFileRecord {
  return {
    path: disk.absolute(library.root, row.path),
    state: row.state,
    explanation,
    key: row.key,
    version: row.version,
    notOfPrograms: otherPrograms(library, row.key),
  };
}

/** The programs a library declares, where a person said that a key is of another one. */
function otherPrograms({ programs }: Library, key: string | undefined): string[] | undefined {
  const isOther = key !== undefined && !isOfPrograms(key as ContentKeyText, programs);
  return isOther ? programs.map(formatProgram) : undefined;
}
