import { basename } from 'node:path';
import { describeError } from '../../../shared/errors/app-error.ts';
import type { ComparisonRecord } from '../../../shared/rpc/comparison.ts';
import { comparisonInWords } from '../../../shared/words/comparison-in-words.ts';
import { createFormats, type Language } from '../../../shared/words/formats.ts';
import { compareFiles } from '../../look/compare-files.ts';
import { drawComparison } from '../../look/draw/draw-comparison.ts';
import { createShapeReading } from '../../look/read-shape.ts';
import { drawingFile } from './drawing-file.ts';
import { exitCodes, printProblem, printResult } from './output.ts';
import { assertPicturePlace, writePicture } from './picture-file.ts';

/** The command line of `cadsync compare`. */
export interface CompareOptions {
  /** Path of a picture to write. */
  readonly out?: string;
  /** In points. */
  readonly size: number;
  readonly language: Language;
  /** Whether to measure how far the surfaces are apart. */
  readonly distance: boolean;
  readonly json: boolean;
}

/**
 * Tells what differs between two versions of a drawing.
 * @returns the exit code: failed when the shapes were not compared, or a picture was asked for and cannot be drawn
 * @throws AppError as `drawingFile` does, `file-unreadable`, `picture-not-written`
 */
export async function compareCommand(before: string, after: string, options: CompareOptions): Promise<number> {
  const { out, size, language, distance, json } = options;
  if (out !== undefined) await assertPicturePlace(out);
  const [one, other] = [await named(before), await named(after)];
  const { record, shapes } = await compareFiles(createShapeReading(), one, other, distance);
  const picture = out !== undefined && shapes && drawComparison(shapes.before, shapes.after, shapes.compared, size);
  if (picture) await writePicture(out, picture);
  const { summary } = comparisonInWords(record, language, createFormats(language));
  printResult(json, { summary, ...record }, (printed) => describeComparison(printed, language));
  const { problem, isSameFile } = record;
  // What only its program can draw is told of as far as it goes.
  const isEnough = isSameFile || problem?.code === 'look-no-reader';
  if (!problem || (out === undefined && isEnough)) return exitCodes.done;
  if (out !== undefined) printProblem(problem);
  return exitCodes.failed;
}

const named = async (file: string) => ({ path: await drawingFile(file), fileName: basename(file) });

/** What differs, in lines for people. */
function describeComparison(record: ComparisonRecord, language: Language): string {
  const { summary, changes, facts } = comparisonInWords(record, language, createFormats(language));
  const problem = record.problem && !record.isSameFile ? [describeError(record.problem)] : [];
  return [`${summary}.`, ...problem, ...[...changes, ...facts].map((line) => `  ${line}`)].join('\n');
}
