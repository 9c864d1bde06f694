import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Found } from './checks.ts';
import type { ExaminedState } from '../engine/application/examined-state.ts';
import { findUnwritableState, isStateThere } from '../platform/state-files.ts';
import type { Subject } from './subject.ts';

/** An unclean end of longer ago explains nothing any more. */
const lateEndMs = 7 * 86_400_000;

/** Whether the state is there and can be written, its database is whole, how large, and how the last run ended. */
export async function stateFinding(
  subject: Subject,
  readState: () => Promise<ExaminedState | undefined>,
  findUnwritable = findUnwritableState,
): Promise<Found> {
  // First: where the folder cannot be looked into, nothing is known to be gone.
  const unwritable = findUnwritable(subject.stateDir);
  if (unwritable !== undefined) return { finding: { code: 'stateOutOfReach' }, about: unwritable };
  const file = join(subject.stateDir, 'state.db');
  const sizeBytes = await stat(file).then(
    ({ size }) => size,
    () => undefined,
  );
  if (sizeBytes === undefined) {
    const wasThere = subject.engine !== 'rests' || isStateThere(subject.stateDir);
    return { finding: { code: wasThere ? 'stateGone' : 'stateNone' }, about: subject.stateDir };
  }
  // Only the engine that holds it may look into it.
  if (subject.engine === 'silent') return { finding: { code: 'stateUnknown' }, about: file };
  try {
    return { finding: judge(await readState(), sizeBytes, subject), about: file };
  } catch (error) {
    const isDamaged = error instanceof AppError && error.code === 'state-damaged';
    return { finding: isDamaged ? { code: 'stateDamaged', sizeBytes } : { code: 'checkFailed' }, about: file };
  }
}

function judge(state: ExaminedState | undefined, sizeBytes: number, { knownSchema, now }: Subject): Found['finding'] {
  if (!state) return { code: 'stateUnknown' };
  if (state.wasTakenAway) return { code: 'stateGone' };
  const { schema, uncleanEndMs } = state;
  if (schema > knownSchema) return { code: 'stateNewer', schema, known: knownSchema };
  if (!state.isWhole) return { code: 'stateDamaged', sizeBytes };
  if (state.wasBegunAnew) return { code: 'stateBegunAnew', sizeBytes };
  if (state.hasUnreadSettings) return { code: 'stateSettingsUnread', sizeBytes };
  if (uncleanEndMs !== undefined && now() - uncleanEndMs < lateEndMs)
    return { code: 'stateUncleanEnd', atMs: uncleanEndMs, sizeBytes };
  return { code: 'stateWhole', sizeBytes, schema };
}
