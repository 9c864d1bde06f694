import type { Step } from '../judge/plan-key.ts';
import type { TransferIntent } from './intent.ts';

/** What a step that moves bytes asks the queue for; `undefined` for steps that move none. */
export function intentOf(step: Step): TransferIntent | undefined {
  switch (step.kind) {
    case 'upload':
      return { operation: 'upload', path: step.path, sha256: step.sha256, ...(step.base ? { base: step.base } : {}) };
    case 'download':
      return {
        operation: 'download',
        version: step.version,
        ...(step.replaces ? { replaces: step.replaces } : {}),
        ...(step.at === undefined ? {} : { at: step.at }),
      };
    case 'diverged':
      return { operation: 'fetchTheirs', version: step.theirs, local: step.local };
    case 'nothing':
    case 'holdRivals':
    case 'holdConflict':
    case 'heldBack':
    case 'adopt':
    case 'relink':
    case 'removedHere':
    case 'removalConfirmed':
      return undefined;
  }
}
