import { AppError } from '../../../shared/errors/app-error.ts';
import { createRedactor } from '../../client/redactor.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { planCopy, type CompareOptions, type CopyPhase } from '../../service/copying/compare-ends.ts';
import { copyService, type CopyOptions } from '../../service/copying/copy-service.ts';
import type { PartName } from '../../service/copying/copy-part.ts';
import {
  openCopySource,
  openCopyTarget,
  previewCopySource,
  previewCopyTarget,
  type CopyPlace,
  type OpenedRecords,
} from '../../service/copying/open-copy-end.ts';
import type { WalkedPart } from '../../service/copying/walk-part.ts';
import { readCopyPlace, type NamedPlace } from '../copy-places.ts';
import { listenForInterrupt } from './listen-for-interrupt.ts';
import { exitCodes, printNote, printResult } from './output.ts';
import { createProgressLine, type ProgressLine } from './progress-line.ts';
import { sayHowToFree } from './say-how-to-free.ts';

interface ServiceCopyOptions {
  readonly from: NamedPlace;
  readonly to: NamedPlace;
  /** Compares, and copies nothing. */
  readonly preview: boolean;
  readonly json: boolean;
}

/**
 * Copies everything that a service keeps, past the service. It may be ended at any time; the next run goes on with what
 * is missing.
 * @throws AppError those of `readCopyPlace`, of opening both ends, and `copyService`
 */
export async function serviceCopyCommand({ from, to, preview, json }: ServiceCopyOptions): Promise<number> {
  const redactor = createRedactor();
  const [fromPlace, toPlace] = [readCopyPlace('from', from, redactor), readCopyPlace('to', to, redactor)];
  const interrupt = listenForInterrupt();
  const progress = createProgressLine(process.stderr);
  const opened: OpenedRecords[] = [];
  const open = async <End extends OpenedRecords>(
    openEnd: (place: CopyPlace) => Promise<End>,
    place: CopyPlace,
  ): Promise<End> => {
    const end = await openEnd(place).catch(sayHowToFree('A service runs on it: end it first.'));
    opened.push(end);
    return end;
  };
  try {
    const usual = { now: Date.now, signal: interrupt.signal, onProgress: showing(progress) };
    const telling = preview
      ? tellPlan(
          {
            ...usual,
            source: await open(previewCopySource, fromPlace),
            target: await open(previewCopyTarget, toPlace),
          },
          json,
        )
      : copy(
          { ...usual, source: await open(openCopySource, fromPlace), target: await open(openCopyTarget, toPlace) },
          json,
        );
    return await telling.finally(() => progress.end());
  } finally {
    interrupt.stop();
    for (const end of opened.toReversed()) await end.close();
  }
}

const phases: Readonly<Record<CopyPhase, string>> = { compare: 'Comparing', copy: 'Copying', verify: 'Verifying' };

/** A row takes microseconds and a line takes longer. */
const rowsPerLine = 50;

function showing(progress: ProgressLine): NonNullable<CopyOptions['onProgress']> {
  return (phase, done, total) => {
    if (done % rowsPerLine !== 0 && done !== total) return;
    const of = total === undefined ? `${done} records` : `${done} of ${total} records`;
    progress.show(phases[phase], total === undefined ? 0 : done / Math.max(1, total), of);
  };
}

async function tellPlan(options: CompareOptions, json: boolean): Promise<number> {
  const { parts, missing } = await planCopy(options);
  if (parts.every(({ source }) => source.count === 0)) {
    throw new AppError('unknown-item', { detail: 'There is nothing at the source.' });
  }
  const result = { missing, parts: parts.map(({ name, missing: count }) => ({ name, missing: count })) };
  printResult(json, result, (told) => {
    const counts = told.parts.map(({ name, missing: count }) => ({ name, count }));
    return told.missing === 0
      ? 'All records are there already; whether all bytes are, a copy tells.'
      : `To copy: ${inWords(counts)}.`;
  });
  return exitCodes.done;
}

async function copy(options: CopyOptions, json: boolean): Promise<number> {
  const proof = await copyService(options);
  if (proof.parts.every(({ source }) => source.count === 0)) {
    throw new AppError('unknown-item', { detail: 'There is nothing at the source, so nothing was copied.' });
  }
  printResult(json, proof, ({ parts, copied, mendedFiles, sourceDigest, targetDigest }) => {
    const { number } = createFormats('en');
    return [
      `${number(copied)} records were copied.`,
      ...(mendedFiles === 0 ? [] : [`The bytes of ${number(mendedFiles)} files were lost there, and are there again.`]),
      `Both sides have ${inWords(countsOf(parts))}.`,
      `SHA-256 here:  ${sourceDigest}`,
      `SHA-256 there: ${targetDigest}`,
    ].join('\n');
  });
  if (proof.changedTexts > 0) {
    printNote(
      `${proof.changedTexts} names or comments have a character that the database cannot hold: there it is ␀, and it does not come back.`,
    );
  }
  return exitCodes.done;
}

function countsOf(parts: readonly WalkedPart[]) {
  return parts.map(({ name, source }) => ({ name, count: source.count }));
}

const partWords: Readonly<Record<PartName, string>> = {
  versions: 'versions',
  files: 'files',
  standards: 'standards',
  validationFiles: 'validation files',
  validationRequests: 'validation requests',
  filters: 'filters',
  etimClasses: 'ETIM classes',
  modellingClasses: 'modelling classes',
  terms: 'terms',
  products: 'products',
  bimStates: 'BIM states',
};

function inWords(counts: readonly { readonly name: PartName; readonly count: number }[]): string {
  const { number } = createFormats('en');
  const said = counts.filter(({ count }) => count > 0).map(({ name, count }) => `${number(count)} ${partWords[name]}`);
  return said.length === 0 ? 'nothing' : said.join(', ');
}
