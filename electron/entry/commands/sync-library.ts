import { resolve } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { defaultContentType } from '../../../shared/model/content-key.ts';
import { formatProgram, isSameProgram } from '../../../shared/model/program.ts';
import type { LibraryRunner } from '../../engine/cycle/library-runner.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LibraryDraft } from '../../engine/person/library-setup.ts';
import { describeFolderQuestion, describeSecondLibrary } from './describe-library.ts';
import { printNote, printResult } from './output.ts';
import type { SyncOptions } from './sync.ts';
import { wrong } from './wrong-request.ts';

/**
 * The library of the run, which the folder becomes where it is none. What a person should know of that is said before.
 * @returns `undefined` where a person is asked about the folder first
 * @throws AppError as `Engine.addLibrary`; `invalid-request` for settings of a folder that is a library already
 */
export async function ensureLibrary(engine: Engine, options: SyncOptions): Promise<LibraryRunner | undefined> {
  const draft = {
    root: resolve(options.folder),
    programs: options.programs,
    contentType: defaultContentType,
    ...(options.languageCode ? { languageCode: options.languageCode } : {}),
  };
  const [known] = engine.runners();
  if (!known) return addLibrary(engine, draft, options);
  const { library } = known.context;
  // A library may be for more programs than a command says.
  const other = draft.programs.find((program) => !library.programs.some((one) => isSameProgram(one, program)));
  if (other) {
    const declared = library.programs.map(formatProgram).join(', ');
    throw wrong(
      `${library.root} is a library for ${declared}; "cadsync library set ${library.root} --application '${formatProgram(other)}'" declares ${formatProgram(other)}.`,
    );
  }
  if (options.fetch !== undefined && options.fetch !== known.context.settings().fetch) {
    throw wrong(
      `${library.root} is a library already; "cadsync library set ${library.root} --fetch ${options.fetch}" changes what it fetches.`,
    );
  }
  return known;
}

async function addLibrary(
  engine: Engine,
  draft: LibraryDraft,
  { fetch, yes, json }: SyncOptions,
): Promise<LibraryRunner | undefined> {
  const { question } = await engine.lookAtFolder(draft.root).catch((thrown: unknown) => {
    throw nowHere(thrown, draft.root);
  });
  if (draft.programs.length === 0) {
    throw wrong(
      `${draft.root} is no library yet; --application names the CAD programs it is for, e.g. --application "Revit 2025".`,
    );
  }
  if (question && !yes) {
    printResult(json, { done: false, root: draft.root, question }, (told) =>
      describeFolderQuestion(told.root, told.question),
    );
    return undefined;
  }
  const others = engine.librariesFor(draft.programs);
  if (others.length > 0) printNote(describeSecondLibrary(draft, others, fetch));
  return engine.addLibrary({ ...draft, settings: fetch === undefined ? {} : { fetch } });
}

/** What is thrown about a folder; of a library that was elsewhere, with the command that says so. */
function nowHere(thrown: unknown, root: string): unknown {
  if (!(thrown instanceof AppError && thrown.code === 'library-moved')) return thrown;
  const command = `"cadsync library relocate" with that folder and ${root} says that it is here now.`;
  return new AppError('library-moved', { cause: thrown, detail: `${thrown.detail} ${command}` });
}

/** Whether it is still a library: a command may have said meanwhile that it is none. */
export function isKnownLibrary(engine: Engine, libraryId: string): boolean {
  return engine.knownLibraries().some(({ library }) => library.libraryId === libraryId);
}
