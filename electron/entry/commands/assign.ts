import { AppError } from '../../../shared/errors/app-error.ts';
import { assignClasses, oneLibraryOf, type NamedClasses } from '../../engine/run/assign-classes.ts';
import { readSuggestion } from '../../engine/explain/read-suggestion.ts';
import { fileAt, withLibraries } from './libraries-at-rest.ts';
import { exitCodes, printResult } from './output.ts';
import type { ClassArgument } from './read-class-argument.ts';
import { canonical } from './status.ts';

export interface AssignOptions {
  readonly etimClass?: ClassArgument | undefined;
  readonly modellingClass?: ClassArgument | undefined;
  /** What is not named is taken from what `status` suggests for the file. */
  readonly suggested: boolean;
  readonly stateDir: string;
  readonly json: boolean;
}

/**
 * Says which ETIM class and modelling class files of one library show; the next sync sends them.
 * @returns the exit code
 * @throws AppError `unknown-item` for a file that is not there or in no library of the state folder, `invalid-request`
 * for files of several libraries, or one whose classes are neither named nor suggested; then none is recorded
 */
export async function assignCommand(files: readonly string[], options: AssignOptions): Promise<number> {
  const wanted = await Promise.all(files.map(canonical));
  return withLibraries(options.stateDir, async ({ ports: { database, disk }, contexts }) => {
    const found = wanted.map((absolute) => fileAt(contexts, absolute));
    const context = oneLibraryOf(found.map((one) => one.context));
    const { library, relink } = context;
    const classes = new Map(
      found.map(({ path }) => [path, classesFor(path, options, () => readSuggestion(database, library, path))]),
    );
    await assignClasses({ context, relink }, classes);
    const assigned = [...classes].map(([path, named]) => ({ path: disk.absolute(library.root, path), ...named }));
    printResult(options.json, { assigned }, (told) =>
      [...told.assigned.map(describe), 'The next sync sends what is named here.'].join('\n'),
    );
    return exitCodes.done;
  });
}

function classesFor(
  path: string,
  { etimClass, modellingClass, suggested }: AssignOptions,
  suggest: () => ReturnType<typeof readSuggestion>,
): NamedClasses {
  const suggestion = suggested ? suggest() : undefined;
  const classes = {
    etimClassCode: etimClass?.code ?? suggestion?.etimClassCode,
    etimClassCodeVersion: etimClass?.version ?? suggestion?.etimClassVersion ?? '1',
    etimModelCode: modellingClass?.code ?? suggestion?.modellingClassCode,
    etimModelCodeVersion: modellingClass?.version ?? suggestion?.modellingClassVersion ?? '1',
  };
  const { etimClassCode, etimModelCode } = classes;
  if (etimClassCode !== undefined && etimModelCode !== undefined) return { ...classes, etimClassCode, etimModelCode };
  const missing = etimClassCode === undefined ? 'an ETIM class (--class)' : 'a modelling class (--model)';
  throw new AppError('invalid-request', {
    detail: `${path} needs ${missing}${suggested ? '; none is suggested' : ''}.`,
  });
}

function describe({
  path,
  etimClassCode,
  etimClassCodeVersion,
  etimModelCode,
  etimModelCodeVersion,
}: {
  readonly path: string;
} & NamedClasses): string {
  return `${path}: ${etimClassCode} v${etimClassCodeVersion} · ${etimModelCode} v${etimModelCodeVersion}`;
}
