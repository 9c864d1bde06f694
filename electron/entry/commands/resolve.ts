import { AppError, describeError, toAppError } from '../../../shared/errors/app-error.ts';
import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { expectLibrary } from '../../engine/observe/scan.ts';
import { readConflict } from '../../engine/run/read-conflict.ts';
import { createConflictResolution, noConflict } from '../../engine/run/resolve-conflict.ts';
import { clientFromEnvironment } from '../client-from-environment.ts';
import { fileAt, withLibraries, type LibrariesAtRest } from './libraries-at-rest.ts';
import { exitCodes, printNote, printResult } from './output.ts';
import { canonical } from './status.ts';

/** One of the two versions of a file in conflict. */
interface Side {
  /** Where its bytes are on this computer. */
  readonly path: string;
  readonly changedAtMs?: number | undefined;
  readonly sizeBytes?: number | undefined;
  readonly version?: string | undefined;
  readonly comment?: string | undefined;
}

/**
 * Ends conflicts the way a person chose: of files, and of all below folders; without a choice, shows both versions of
 * each and changes nothing. The next sync goes on with that. One that fails is said so, and the others go on.
 * @returns the exit code: 1 when one failed, 2 as long as nothing was chosen
 */
export async function resolveCommand(
  named: readonly string[],
  choice: ConflictChoice | undefined,
  { stateDir, json }: { readonly stateDir: string; readonly json: boolean },
): Promise<number> {
  const wanted = await Promise.all(named.map(canonical));
  return withLibraries(stateDir, async (libraries) => {
    let hasFailed = false;
    const orTellOf = (path: string) => (thrown: unknown) => {
      hasFailed = true;
      const error = toAppError(thrown).toRecord();
      if (json) printResult(json, { path, error }, String);
      printNote(`${path}: ${describeError(error)}`);
      return [];
    };
    for (const place of wanted) {
      for (const file of await filesAt(libraries, place).catch(orTellOf(place)))
        await resolveOne(libraries, file, choice, json).catch(orTellOf(file));
    }
    if (choice === undefined && !hasFailed && !json) printNote(choices);
    if (hasFailed) return exitCodes.failed;
    return choice === undefined ? exitCodes.needsPerson : exitCodes.done;
  });
}

/** The file at a place; of a folder, the files in conflict below it. @throws AppError `unknown-item` where none is */
async function filesAt({ contexts, ports }: LibrariesAtRest, absolute: string): Promise<string[]> {
  const { context, path } = fileAt(contexts, absolute);
  if (path !== '' && (await context.disk.stat(path))?.kind !== 'folder') return [absolute];
  const files = (context.trees()?.conflictKeys() ?? [])
    .flatMap((key) => context.files.claimants(key, Infinity).settled.map((file) => file.path))
    .filter((file) => path === '' || file.startsWith(`${path}/`))
    .sort();
  if (files.length === 0) throw noConflict();
  return files.map((file) => ports.disk.absolute(context.library.root, file));
}

/**
 * @throws AppError `unknown-item` for a file that is gone, in no conflict, or in no library of the state folder,
 * `file-changed-meanwhile` for one that has to be read first, `library-missing`, `library-unproven`, or what the disk says
 */
async function resolveOne(
  { ports, contexts }: LibrariesAtRest,
  file: string,
  choice: ConflictChoice | undefined,
  json: boolean,
): Promise<void> {
  const { context, path } = fileAt(contexts, file);
  const local = context.files.get(path);
  if (local?.key === undefined) throw noConflict();
  const absolute = ports.disk.absolute(context.library.root, path);
  const conflict = await readConflict(context, local.key, ports.disk);
  if (!conflict) throw noConflict();
  await expectLibrary(context.disk, context.library.markerId);
  const standing = await context.disk.stat(path);
  if (standing?.kind !== 'file') throw ownFileGone();
  if (choice !== undefined) {
    await createConflictResolution(ports).resolve(context, local.key, choice);
    return printResult(json, { resolved: absolute, choice }, (told) => `${told.resolved}: ${chosen[choice]}`);
  }
  const mine: Side = { path: absolute, changedAtMs: standing.modifiedMs, sizeBytes: standing.sizeBytes };
  const theirs: Side = {
    path: conflict.keptAt,
    changedAtMs: conflict.theirChangedAtMs,
    sizeBytes: conflict.theirSizeBytes,
    version: conflict.theirVersion,
    comment: await commentOf(local.key, conflict.theirVersion),
  };
  printResult(json, { mine, theirs }, (told) =>
    [describe('Mine', told.mine), describe('Theirs', told.theirs)].join('\n'),
  );
}

const ownFileGone = (): AppError =>
  new AppError('unknown-item', {
    detail:
      'The file itself is gone from the library. The next sync sees that and ends its conflict; the service keeps all versions.',
  });

const chosen: Readonly<Record<ConflictChoice, string>> = {
  keepMine: 'yours counts. The next sync sends it as the next draft.',
  takeTheirs: 'theirs counts and stands there now. Yours is in the backup folder.',
  keepBoth: 'theirs counts and stands there now. Yours stands beside it, unassigned.',
};

const choices = `Compare them in your CAD program, then say with --keep which one counts:
  mine    yours becomes the next draft; theirs stays among the versions of the service
  theirs  theirs takes the place of yours, which goes to the backup folder
  both    theirs takes the place of yours, which stays beside it, unassigned`;

/** What was said with a version on the service; not known where the service is not set up here or does not answer. */
async function commentOf(keyText: ContentKeyText, wanted: string): Promise<string | undefined> {
  const key = parseContentKey(keyText);
  if (!key.ok) return undefined;
  const { type, languageCode = '', ...cadKey } = key.value;
  try {
    const { service } = clientFromEnvironment();
    try {
      const input = { params: { ...cadKey, type }, query: { languageCode } };
      const { versions } = await service.call('listVersions', input, { priority: 'person' });
      return versions.find((version) => formatVersion(version) === wanted)?.comments;
    } finally {
      await service.close();
    }
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
