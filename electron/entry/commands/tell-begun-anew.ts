import { describeError } from '../../../shared/errors/app-error.ts';
import type { Database } from '../../engine/ports.ts';
import { createBegunAnewNote } from '../../engine/state/begun-anew.ts';

/** Says once, on standard error, that a damaged state was set aside and a new one begun. */
export function tellBegunAnew(database: Database): void {
  const note = createBegunAnewNote(database);
  const found = note.read();
  if (!found) return;
  const detail = `It is kept as ${found.setAside}.`;
  process.stderr.write(`${describeError({ code: 'state-begun-anew', detail })}\n`);
  note.forget();
}
