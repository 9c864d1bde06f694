import type { Database } from '../../engine/ports.ts';
import { createBegunAnewNote, describeBegunAnew } from '../../engine/state/settings-store.ts';
import { printProblem } from './output.ts';

/** Says once, on standard error, that a state was damaged or gone and a new one begun. */
export function tellBegunAnew(database: Database): void {
  const note = createBegunAnewNote(database);
  const found = describeBegunAnew(note.read());
  if (!found) return;
  printProblem(found);
  note.forget();
}
