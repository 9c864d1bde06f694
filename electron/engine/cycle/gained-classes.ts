import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { classRangeOf } from '../state/libraries.ts';
import type { Runners } from './runners.ts';

/**
 * Has keys judged again that were not fetched because they belonged elsewhere, when a library comes to have files of their
 * class: from then on they may belong to that library. Each class of each library is looked at once in a run.
 */
export function createGainedClasses(runners: Runners) {
  const seen = new Set<string>();

  /** A fact about these keys changed in a library's folder. */
  return (libraryId: string, keys: readonly ContentKeyText[]): void => {
    for (const key of keys) {
      const range = classRangeOf(key);
      const name = `${libraryId} ${range.from}`;
      if (seen.has(name)) continue;
      seen.add(name);
      for (const runner of runners.all()) {
        const elsewhere = runner.context.trees()?.keysWithoutFile(range) ?? [];
        if (elsewhere.length > 0) runner.planSoon(elsewhere);
      }
    }
  };
}
