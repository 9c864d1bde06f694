import { stat } from 'node:fs/promises';
import { AppError, describeError, toAppError } from '../../../shared/errors/app-error.ts';
import type { ConflictSides, EngineCalls } from '../../../shared/rpc/command-contract.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import { lowerFirst } from '../../../shared/words/explanations/sentences.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { canonical, canonicalFile } from './canonical.ts';
import { fileAt, withEnginesHolding, type Asking } from './engines.ts';
import { whichSync, type Synced } from './which-sync.ts';
import { exitCodes, printNote, printResult } from './output.ts';

/** What a person chose, if anything, and the version of the service that they compared with. */
interface Choosing {
  readonly choice?: ConflictChoice | undefined;
  readonly against?: string | undefined;
}

/** One of the two versions of a file in conflict, as it is printed. */
type Side = ConflictSides['mine'] & { readonly version?: string; readonly comment?: string | undefined };

/**
 * Ends conflicts the way a person chose: of files, and of all below folders; without a choice, shows both versions of
 * each and changes nothing. One that fails is said so, and the others go on.
 * @returns the exit code: 1 when one failed, 2 as long as nothing was chosen
 */
export async function resolveCommand(
  named: readonly string[],
  { choice, against }: Choosing,
  { json, ...states }: Asking,
): Promise<number> {
  const hasFailed = await atEach(named, { json, ...states }, async (calls, place, orTellOf) => {
    for (const file of await filesAt(calls, place))
      await resolveOne(calls, file, { choice, against, json }).catch(orTellOf(file));
  });
  if (choice === undefined && !hasFailed && !json) printNote(choices);
  if (hasFailed) return exitCodes.failed;
  return choice === undefined ? exitCodes.needsPerson : exitCodes.done;
}

/**
 * Undoes how the conflicts of files ended, as far as nothing of the answer was sent. One that fails is said so, and the
 * others go on.
 * @returns the exit code: 1 when one was sent already or failed
 */
export async function undoResolveCommand(named: readonly string[], { json, ...states }: Asking): Promise<number> {
  let isSent = false;
  const hasFailed = await atEach(named, { json, ...states }, async (calls, place) => {
    const { fileId, absolutePath: path } = await fileAt(calls, await canonicalFile(place));
    const { reopened, version } = await calls.files.undoResolve({ fileId });
    isSent ||= !reopened;
    printResult(json, { path, reopened, version }, () => `${path}: ${describeUndone(reopened, version)}`);
  });
  return hasFailed || isSent ? exitCodes.failed : exitCodes.done;
}

function describeUndone(reopened: boolean, version: string | undefined): string {
  if (reopened) return 'in conflict again. Say with --keep which version counts.';
  if (version === undefined) return 'too late to undo: it is being sent, and stays among the versions.';
  return `nothing to undo: it was sent as ${version}, which stays among the versions. Earlier ones can be restored in the app.`;
}

/** What tells of one place that failed, and why. */
type OrTellOf = (path: string) => (thrown: unknown) => void;

/**
 * Does something at each place, with the engine that holds it.
 * @returns whether it failed at one
 */
async function atEach(
  named: readonly string[],
  { json, ...states }: Asking,
  act: (calls: EngineCalls, place: string, orTellOf: OrTellOf) => Promise<void>,
): Promise<boolean> {
  let hasFailed = false;
  const orTellOf: OrTellOf = (path) => (thrown) => {
    hasFailed = true;
    const error = toAppError(thrown).toRecord();
    if (json) printResult(json, { path, error }, String);
    printNote(`${path}: ${describeError(error)}`);
  };
  const left = new Set(await Promise.all(named.map(canonical)));
  try {
    await withEnginesHolding(states, [...left], async (calls, held) => {
      for (const place of held) {
        await act(calls, place, orTellOf).catch(orTellOf(place));
        left.delete(place);
      }
    });
  } catch (thrown) {
    for (const place of left) orTellOf(place)(thrown);
  }
  return hasFailed;
}

/** The file at a place; of a folder, the files in conflict below it. @throws AppError `unknown-item` where none is */
async function filesAt(calls: EngineCalls, place: string): Promise<string[]> {
  const isFolder = (await stat(place).catch(() => undefined))?.isDirectory() ?? false;
  if (!isFolder) return [place];
  const { paths } = await calls.files.conflictsBelow({ path: place });
  if (paths.length > 0) return paths;
  throw new AppError('unknown-item', { detail: `No file below ${place} is in conflict.` });
}

/**
 * @throws AppError `unknown-item` for a file that is gone, in no conflict, or in no library, `file-changed-meanwhile` for
 * one that has to be read first, `library-missing`, `library-unproven`, or what the disk says
 */
async function resolveOne(
  calls: EngineCalls,
  file: string,
  { choice, against, json }: Choosing & { readonly json: boolean },
): Promise<void> {
  const named = await fileAt(calls, file);
  const { fileId, absolutePath: resolved } = named;
  const { key, mine, theirs } = await calls.files.conflict({ fileId });
  if (choice !== undefined) {
    const order = { fileId, choice, theirVersion: against ?? theirs.version };
    const { theirVersion, absolutePath } = await calls.files.resolveConflict(order);
    return printResult(
      json,
      // By that path it is named from now on, also to undo this.
      { resolved, choice, theirVersion, ...(absolutePath === undefined ? {} : { theirs: absolutePath }) },
      (told) => `${told.resolved}: ${describeChoice(choice, told, named)}`,
    );
  }
  const comment = await commentOf(calls, key, theirs.version);
  printResult(json, { mine, theirs: { ...theirs, comment } }, (told) =>
    [describe('Mine', told.mine), describeTheirs(told.theirs, named)].join('\n'),
  );
}

function describeChoice(
  choice: ConflictChoice,
  { theirVersion, theirs }: { readonly theirVersion: string; readonly theirs?: string },
  file: Synced,
): string {
  if (choice === 'keepMine')
    return `yours counts, not ${theirVersion}. ${whichSync([file])} sends it as the next draft, as far as the settings of the library let it.`;
  return choice === 'takeTheirs'
    ? `theirs (${theirVersion}) counts and stands ${theirs === undefined ? 'there' : `in ${theirs}`} now. Yours is in the backup folder.`
    : `theirs (${theirVersion}) counts and is in ${theirs ?? 'its place'} now. Yours is next to it, unassigned.`;
}

const choices = `Compare them in your CAD program, then say with --keep which one counts, and with --against which version
of the service you compared with, so that no other one is meant:
  mine    yours becomes the next draft; theirs stays among the versions of the service
  theirs  theirs takes the place of yours, which goes to the backup folder
  both    theirs takes the place of yours, which stays next to it, unassigned`;

/** What was said with a version on the service; not known where the service is not set up or does not answer. */
async function commentOf(calls: EngineCalls, key: string, wanted: string): Promise<string | undefined> {
  try {
    const { versions } = await calls.versions.list({ key });
    return versions.find(({ version }) => version === wanted)?.comment;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const formats = createFormats('en');

/** Its copy may be gone: then there is nothing to compare, and no path to name. */
function describeTheirs(theirs: Side, file: Synced): string {
  if (theirs.sizeBytes !== undefined) return describe('Theirs', theirs);
  return `Theirs: version ${theirs.version}, whose copy here is gone. Choose all the same: ${lowerFirst(whichSync([file]))} then fetches it again, and you choose once more.`;
}

function describe(name: string, { path, changedAtMs, sizeBytes, version, comment }: Side): string {
  const facts = [
    version === undefined ? '' : `version ${version}`,
    changedAtMs === undefined ? '' : formats.instant(changedAtMs),
    sizeBytes === undefined ? '' : formats.size(sizeBytes),
    comment === undefined || comment === '' ? '' : `“${comment}”`,
  ];
  return `${name}: ${facts.filter((fact) => fact !== '').join(', ')}\n  ${path}`;
}
