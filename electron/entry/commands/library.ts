import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { backupFolder } from '../../../shared/model/own-folder.ts';
import { faultInPrograms, formatProgram, programNamed, type Program } from '../../../shared/model/program.ts';
import type { EngineCalls, KnownLibrary } from '../../../shared/rpc/command-contract.ts';
import type { AtStakeRecord } from '../../../shared/rpc/library-records.ts';
import { librarySettingsPatch, type LibrarySettingsPatch } from '../../../shared/rpc/library-settings.ts';
import { libraryHolding } from '../../engine/tree/library-holding.ts';
import { ignoresCase } from '../../platform/ignores-case.ts';
import { describeLibrary, describeStake, recordOf } from './describe-library.ts';
import { canonical } from './canonical.ts';
import { fileAt, withEachEngine, withEngineHolding, type Asking, type States } from './engines.ts';
import { syncedOf, whichSync } from './which-sync.ts';
import { exitCodes, printResult } from './output.ts';
import { printable } from './printable.ts';
import { wrong } from './wrong-request.ts';

type Changing = Asking & { readonly yes: boolean };

/** Lists the libraries with what is set for them. @returns the exit code */
export async function listLibrariesCommand({ json, ...states }: Asking): Promise<number> {
  const found = await withEachEngine(states, (calls) => calls.libraries.list());
  const libraries = found.flat().map(recordOf);
  printResult(json, { libraries }, (told) => told.libraries.map(describeLibrary).join('\n') || 'No library yet.');
  return exitCodes.done;
}

/** What is to be set for a library. */
interface LibraryChange {
  readonly settings: LibrarySettingsPatch;
  /** Programs it declares from now on: besides the others, or in place of one of the same name. */
  readonly declared: readonly Program[];
  /** Programs it declares no more, by their names, with or without the version. */
  readonly dropped: readonly string[];
}

/**
 * Changes what is set for a library. What would then no longer be sent by itself is named, and without a yes nothing is
 * changed.
 * @returns the exit code: 2 when that was so
 * @throws AppError `unknown-item` for a folder that is no library, `invalid-request` for patterns that are too many or
 * too long, or for programs that are none, or not declared
 */
export async function setLibraryCommand(folder: string, wanted: LibraryChange, options: Changing): Promise<number> {
  const checked = librarySettingsPatch.safeParse(wanted.settings);
  if (!checked.success) {
    throw wrong(checked.error.issues.map(({ message }) => message).join(' '));
  }
  return withLibrary(folder, options, async ({ libraryId, programs }, calls) => {
    const before = new Map((await calls.libraries.list()).map((one) => [one.libraryId, one.settings.fetch]));
    const confirmed = options.yes;
    const declared = programsAfter(programs, wanted);
    if (declared !== programs) {
      const saved = await calls.libraries.savePrograms({
        libraryId,
        programs: [...declared],
        shown: programs,
        confirmed,
      });
      if (!saved.done) return printAtStake(saved.atStake, options);
    }
    const answer = await calls.libraries.saveSettings({ libraryId, settings: checked.data, confirmed });
    if (!answer.done) {
      const unchanged = declared === programs ? undefined : 'The programs were changed, and nothing else';
      return printAtStake(answer.atStake, options, unchanged);
    }
    const after = await calls.libraries.list();
    const changed = after.filter((one) => one.libraryId === libraryId).map(recordOf);
    const givenWay = after
      .filter((one) => one.libraryId !== libraryId && before.get(one.libraryId) !== one.settings.fetch)
      .map(recordOf);
    const result = { done: true, library: changed[0], ...(givenWay.length > 0 ? { givenWay } : {}) };
    printResult(options.json, { ...result, atStake: answer.atStake }, () =>
      printable([...changed, ...givenWay].map(describeLibrary)).join('\n'),
    );
    return exitCodes.done;
  });
}

/**
 * Forgets a library; every file stays where it is. What is not on the service yet is named, and without a yes nothing is
 * changed.
 * @returns the exit code: 2 when that was so
 * @throws AppError `unknown-item`
 */
export async function removeLibraryCommand(folder: string, options: Changing): Promise<number> {
  return withLibrary(folder, options, async ({ libraryId, root }, calls) => {
    const { done, atStake } = await calls.libraries.remove({ libraryId, confirmed: options.yes });
    if (!done) return printAtStake(atStake, options);
    const backups = join(root, backupFolder);
    const copies = (await readdir(backups).catch(() => [])).length > 0 ? backups : undefined;
    printResult(
      options.json,
      { done, removed: root, atStake, copies },
      ({ removed }) =>
        `${removed} is no longer synced. Every file stays where it is${copies === undefined ? '' : `, also the earlier copies in ${copies}`}.`,
    );
    return exitCodes.done;
  });
}

/**
 * Says that a folder is the library although nothing proves it: it gets its marker again.
 * @throws AppError `unknown-item`, `library-missing`, `library-moved`, `library-overlaps`, or what the disk says
 */
export async function confirmLibraryCommand(folder: string, options: Asking): Promise<number> {
  return withLibrary(folder, options, async (library, calls) => {
    const { libraryId, root } = library;
    await calls.libraries.confirm({ libraryId });
    printResult(
      options.json,
      { confirmed: root },
      ({ confirmed }) => `${confirmed} is the library. ${whichSync([syncedOf(library)])} goes on with it.`,
    );
    return exitCodes.done;
  });
}

/**
 * Says where the folder of a library is now; nothing is compared from scratch.
 * @throws AppError `unknown-item`, `library-missing`, `library-overlaps`, `library-unproven`, `library-still-there`
 */
export async function relocateLibraryCommand(folder: string, to: string, options: Asking): Promise<number> {
  const target = await canonical(to);
  return withLibrary(folder, options, async (library, calls) => {
    const { libraryId, root: from } = library;
    const { root: to, displaced } = await calls.libraries.relocate({ libraryId, root: target });
    printResult(options.json, { from, to, displaced }, (told) => {
      const other = `\nThe library that was known there is looked for at ${told.from} now.`;
      const moved = `The library is at ${told.to} now. ${whichSync([syncedOf(library)])} goes on there.`;
      return told.displaced ? moved + other : moved;
    });
    return exitCodes.done;
  });
}

/**
 * Says that nobody has a file open: the lock next to it is passed over until its program writes it again.
 * @throws AppError `unknown-item` for a file in no library, or with no lock that would hold it up
 */
export async function ignoreLockCommand(file: string, { json, ...states }: Asking): Promise<number> {
  const wanted = await canonical(file);
  return withEngineHolding(states, wanted, async (calls) => {
    const { fileId } = await fileAt(calls, wanted);
    const { ignored } = await calls.files.ignoreLock({ fileId });
    if (ignored.length === 0) {
      throw new AppError('unknown-item', { detail: `No lock says that ${wanted} is open.` });
    }
    printResult(
      json,
      { ignored },
      (told) => `Passed over from now on:\n${told.ignored.map((one) => `  ${one}`).join('\n')}`,
    );
    return exitCodes.done;
  });
}

/** Has a library, and an engine that knows it, while `use` runs. @throws AppError `unknown-item` for a folder that is no library */
export async function withLibrary(
  folder: string,
  states: States,
  use: (library: KnownLibrary, calls: EngineCalls) => Promise<number>,
): Promise<number> {
  const wanted = await canonical(folder);
  return withEngineHolding(states, wanted, async (calls) => {
    const found = libraryHolding(await calls.libraries.list(), wanted, ignoresCase);
    if (found?.path !== '') throw new AppError('unknown-item', { detail: `${wanted} is no library.` });
    return use(found.library, calls);
  });
}

/** @throws AppError `invalid-request` */
function programsAfter(
  before: readonly Program[],
  { declared, dropped }: Pick<LibraryChange, 'declared' | 'dropped'>,
): readonly Program[] {
  if (declared.length + dropped.length === 0) return before;
  const strange = dropped.filter((named) => !before.some((program) => isCalled(program, named)));
  const added = declared.filter(({ name }) => !programNamed(before, name));
  const programs = [...before.map((program) => programNamed(declared, program.name) ?? program), ...added].filter(
    (program) => !dropped.some((named) => isCalled(program, named)),
  );
  const fault = strange.length > 0 ? `it is not for ${strange.join(', ')}` : faultInPrograms(programs);
  if (fault !== undefined) throw wrong(`Nothing was changed: ${fault}.`);
  return programs;
}

/** As `library list` names it too. */
function isCalled(program: Program, named: string): boolean {
  return programNamed([program, { name: formatProgram(program), version: '' }], named.trim()) !== undefined;
}

/** Names what a change would leave unsent, and that it was not made. @returns the exit code */
function printAtStake(atStake: AtStakeRecord, { json }: Asking, unchanged = 'Nothing was changed'): number {
  printResult(
    json,
    { done: false, atStake },
    (told) => `${describeStake(told.atStake)}\n${unchanged}; --yes does it all the same.`,
  );
  return exitCodes.needsPerson;
}
