import { budgetInWords } from '../../../shared/words/budget-in-words.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { shareDone, workInWords } from '../../../shared/words/work-in-words.ts';
import type { Engine } from '../../engine/engine.ts';
import { createProgressLine } from './progress-line.ts';

/** What takes no longer needs no line where lines stay. */
const shortMs = 2_000;
const everyMs = 250;

/**
 * Shows on standard error how far a run is, for as long as it goes on: on a terminal from its beginning, elsewhere when
 * it takes longer than a moment. What is printed on standard output is the same with it and without.
 * @returns ends it
 */
export function showSyncProgress({
  workProgress,
  requestBudget,
  runners,
}: Pick<Engine, 'workProgress' | 'requestBudget' | 'runners'>): () => void {
  const stream = process.stderr;
  const line = createProgressLine(stream);
  const formats = createFormats('en');
  let isShown = stream.isTTY;
  const show = (): void => {
    const work = workProgress();
    isShown ||= (work?.leftMs ?? 0) > shortMs;
    if (!isShown) return;
    if (!work) {
      // How much there is to do is known when the folder was scanned.
      if (runners().some(({ state }) => state === 'scanning')) line.show('Scanning the folder', 0, '…');
      return;
    }
    const { doing, files, bytes, pace } = workInWords(work, 'en', formats);
    const budget = requestBudget();
    // Where the service limits its callers, that decides how long it takes, and not the line.
    const limited = budget && budgetInWords(budget, 'en', formats);
    const parts = limited ? [files, bytes, limited.used, limited.files] : [files, bytes, pace];
    line.show(doing, shareDone(work), parts.filter((part) => part !== '').join(' · '));
  };
  show();
  const timer = setInterval(show, everyMs);
  return () => {
    clearInterval(timer);
    line.end();
  };
}
