import type { ContentKeyText } from '../../shared/model/content-key.ts';
import { standingOf } from '../../shared/rpc/standings.ts';
import type { FileRecord } from '../../shared/rpc/file-records.ts';
import { englishSpeaker } from '../../shared/words/explanations/english-speaker.ts';
import { allWords, putIntoWords } from '../../shared/words/explanations/put-into-words.ts';
import { sha256Of } from '../fakes/engine/disk.ts';
import type { Ledger } from './ledger.ts';
import type { Site } from './site.ts';
import { checkReason, isAgreed } from './reasons.ts';
import { Violation } from './violation.ts';

/**
 * honest-status: every file of a library is explained at every moment, and "in step" is said only of bytes that the
 * connected service has as that version.
 * @throws Violation
 */
export function checkExplanations(site: Site, rows: readonly FileRecord[], ledger: Ledger): void {
  const engine = site.engine();
  const library = engine?.runners()[0]?.context.library;
  if (!engine || !library) return;
  for (const row of rows) {
    const explained = engine.explainer.explain(library, row.path);
    if (!explained)
      throw new Violation('honest-status', `${row.path} of ${site.name} is ${row.state} without a reason`);
    const { explanation } = explained;
    const words = allWords(putIntoWords(explanation, englishSpeaker(site.world.clock.now())));
    if (words === '' || /undefined|NaN|Infinity/.test(words)) {
      throw new Violation('honest-status', `${row.path} of ${site.name} is explained by "${words}"`);
    }
    checkReason(site, explained);
    if (standingOf[explanation.reason.code] !== 'inStep') continue;
    if (row.state !== 'upToDate' && row.state !== 'draft') {
      throw new Violation('honest-status', `${row.path} of ${site.name} is ${row.state} and explained as in step`);
    }
    // Until it is asked again, a service that was brought back to an earlier state is thought to have what it had.
    if (row.key !== undefined && ledger.wasBroughtBack(row.key as ContentKeyText)) continue;
    checkConfirmed(site, row, 'version' in explanation.reason ? explanation.reason.version : undefined);
  }
}

/** When nothing is left to do, what is in step is explained so. @throws Violation */
export function checkExplainedInStep(site: Site): void {
  const engine = site.engine();
  const library = engine?.runners()[0]?.context.library;
  if (!engine || !library) return;
  for (const { path, state } of site.rows()) {
    if (!isAgreed(state)) continue;
    const code = engine.explainer.explain(library, path)?.explanation.reason.code;
    if (code !== state)
      throw new Violation('honest-status', `${path} of ${site.name} is ${state}, explained as ${code}`);
  }
}

function checkConfirmed(site: Site, { path, key }: FileRecord, version: string | undefined): void {
  const known = site.engine()?.runners()[0]?.context.files.get(path)?.sha256;
  const history = key === undefined ? [] : site.world.service.versions.history(key as ContentKeyText);
  const isThere = history.some((entry) => {
    const space = entry.indexOf(' ');
    return entry.slice(0, space) === version && sha256Of(entry.slice(space + 1)) === known;
  });
  if (!isThere) {
    throw new Violation(
      'honest-status',
      `${path} of ${site.name} is called in step with ${version}: ${history.join(', ')}`,
    );
  }
}
