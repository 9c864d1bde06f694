import type { Database } from '../../engine/ports.ts';
import {
  createBegunAnewNote,
  createSettingsStore,
  describeBegunAnew,
  describeUnread,
} from '../../engine/state/settings-store.ts';
import { printProblem } from './output.ts';

/**
 * Says on standard error that a state was damaged or gone and a new one begun, as long as the note of it stands: whoever
 * only reads the state is not the last who has to hear it. So it does of settings that cannot be read.
 */
export function tellAboutState(database: Database): void {
  const anew = describeBegunAnew(createBegunAnewNote(database).read());
  const unread = describeUnread(createSettingsStore(database).unreadSettings());
  for (const found of [anew, unread]) if (found) printProblem(found);
}
