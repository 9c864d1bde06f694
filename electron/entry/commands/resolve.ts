import { AppError } from '../../../shared/errors/app-error.ts';
import type { ConflictSides, EngineCalls } from '../../../shared/rpc/command-contract.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { canonical, fileAt, whichSync, withEngineHolding, type States } from './engines.ts';
import { exitCodes, printResult } from './output.ts';

/** One of the two versions of a file in conflict, as it is printed. */
type Side = ConflictSides['mine'] & { readonly version?: string; readonly comment?: string | undefined };

/**
 * Ends the conflict of a file the way a person chose; without a choice, shows both versions and changes nothing.
 * @returns the exit code: 2 as long as nothing was chosen
 * @throws AppError `unknown-item` for a file that is gone, in no conflict, or in no library, `file-changed-meanwhile` for
 * one that has to be read first, `library-missing`, `library-unproven`, or what the disk says
 */
export async function resolveCommand(
  file: string,
  choice: ConflictChoice | undefined,
  { json, ...states }: States & { readonly json: boolean },
): Promise<number> {
  const wanted = await canonical(file);
  return withEngineHolding(states, wanted, async (calls) => {
    const { fileId, absolutePath: resolved, isSynced } = await fileAt(calls, wanted);
    const { key, mine, theirs } = await calls.files.conflict({ fileId });
    if (choice !== undefined) {
      await calls.files.resolveConflict({ fileId, choice });
      printResult(json, { resolved, choice }, (told) => `${told.resolved}: ${describeChoice(choice, isSynced)}`);
      return exitCodes.done;
    }
    const comment = await commentOf(calls, key, theirs.version);
    printResult(json, { mine, theirs: { ...theirs, comment } }, (told) =>
      [describe('Mine', told.mine), describe('Theirs', told.theirs), choices].join('\n'),
    );
    return exitCodes.needsPerson;
  });
}

function describeChoice(choice: ConflictChoice, isSynced: boolean): string {
  if (choice === 'keepMine') return `yours counts. ${whichSync(isSynced)} sends it as the next draft.`;
  return choice === 'takeTheirs'
    ? 'theirs counts and stands there now. Yours is in the backup folder.'
    : 'theirs counts and stands there now. Yours stands beside it, unassigned.';
}

const choices = `Compare them in your CAD program, then say which one counts:
  mine    yours becomes the next draft; theirs stays among the versions of the service
  theirs  theirs takes the place of yours, which goes to the backup folder
  both    theirs takes the place of yours, which stays beside it, unassigned`;

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

function describe(name: string, { path, changedAtMs, sizeBytes, version, comment }: Side): string {
  const facts = [
    version === undefined ? '' : `version ${version}`,
    changedAtMs === undefined ? '' : formats.instant(changedAtMs),
    sizeBytes === undefined ? '' : formats.size(sizeBytes),
    comment === undefined || comment === '' ? '' : `“${comment}”`,
  ];
  return `${name}: ${facts.filter((fact) => fact !== '').join(', ')}\n  ${path}`;
}
