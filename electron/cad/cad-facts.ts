import type { BoundedFile } from './bounded-file.ts';

/** Whether a file has everything its format ends with. A help for the watcher, never its only test. */
export type Wholeness = 'whole' | 'incomplete' | 'unknown';

export const wholeIf = (isWhole: boolean): Wholeness => (isWhole ? 'whole' : 'incomplete');

/** What a CAD file says about itself. Names of people and paths inside it are never part of this. */
export interface CadFacts {
  /** One of the kinds in shared/model/cad-kind.ts, by the file's name. */
  readonly kind?: string;
  /**
   * The version of the content key: a release year, or a number where the program has no years. Of a DWG format newer than
   * is known, its mark.
   */
  readonly applicationVersion?: string;
  /** Program and version in words for people (`Revit 2020`). */
  readonly program?: string;
  readonly whole: Wholeness;
}

/** What the reader of one format finds; the kind is already known by then. */
export type FormatFacts = Omit<CadFacts, 'kind'>;

/** Reads what a file of one format says. Resolves for any bytes; rejects only when the disk fails. */
export type FormatReader = (file: BoundedFile) => Promise<FormatFacts>;

/** The answer of every reader that finds other bytes than its format begins with. */
export const nothingKnown: FormatFacts = { whole: 'unknown' };

/** @param version `undefined` where the file does not say which of the program it is of */
export function factsOf(program: string, version: string | undefined, whole: Wholeness): FormatFacts {
  return version === undefined
    ? { program, whole }
    : { applicationVersion: version, program: `${program} ${version}`, whole };
}
