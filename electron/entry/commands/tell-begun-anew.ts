import type { Database } from '../../engine/ports.ts';
import { createBegunAnewNote, describeBegunAnew } from '../../engine/state/settings-store.ts';
import { printProblem } from './output.ts';

/**
 * Says on standard error that a state was damaged or gone and a new one begun, as long as the note of it stands: whoever
 * only reads the state is not the last who has to hear it.
 */
export function tellBegunAnew(database: Database): void {
  const found = describeBegunAnew(createBegunAnewNote(database).read());
  if (found) printProblem(found);
}
