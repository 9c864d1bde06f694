import { AppError } from '../../../shared/errors/app-error.ts';
import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { ConflictChoice } from '../../../shared/rpc/file-records.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { expectLibrary } from '../../engine/observe/scan.ts';
import { readConflict } from '../../engine/run/read-conflict.ts';
import { createConflictResolution, noConflict } from '../../engine/run/resolve-conflict.ts';
import { clientFromEnvironment } from '../client-from-environment.ts';
import { fileAt, withLibraries } from './libraries-at-rest.ts';
import { exitCodes, printResult } from './output.ts';
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
 * Ends the conflict of a file the way a person chose; without a choice, shows both versions and changes nothing. The
 * next sync goes on with that.
 * @returns the exit code: 2 as long as nothing was chosen
 * @throws AppError `unknown-item` for a file that is gone, in no conflict, or in no library of the state folder,
 * `file-changed-meanwhile` for one that has to be read first, `library-missing`, `library-unproven`, or what the disk says
 */
export async function resolveCommand(
  file: string,
  choice: ConflictChoice | undefined,
  { stateDir, json }: { readonly stateDir: string; readonly json: boolean },
): Promise<number> {
  const wanted = await canonical(file);
  return withLibraries(stateDir, async ({ ports, contexts }) => {
    const { context, path } = fileAt(contexts, wanted);
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
      printResult(json, { resolved: absolute, choice }, (told) => `${told.resolved}: ${chosen[choice]}`);
      return exitCodes.done;
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
      [describe('Mine', told.mine), describe('Theirs', told.theirs), choices].join('\n'),
    );
    return exitCodes.needsPerson;
  });
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

const choices = `Compare them in your CAD program, then say which one counts:
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
