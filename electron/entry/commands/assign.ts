import type { EngineCalls, NamedFile } from '../../../shared/rpc/command-contract.ts';
import type { ClassAssignment } from '../../../shared/rpc/file-records.ts';
import { canonicalFile } from './canonical.ts';
import { withEngineHolding, type Asking } from './engines.ts';
import { whichSync } from './which-sync.ts';
import { exitCodes, printResult } from './output.ts';
import { wrong } from './wrong-request.ts';
import type { VersionedClass } from '../../../shared/model/versioned-class.ts';

interface AssignOptions extends Asking {
  readonly etimClass?: VersionedClass | undefined;
  readonly modellingClass?: VersionedClass | undefined;
  /** What kind of content they are; without, that stays as it is. */
  readonly contentType?: string | undefined;
  /** What is not named is taken from what `status` suggests for the file. */
  readonly suggested: boolean;
}

type Classes = Omit<ClassAssignment, 'fileIds'>;

/**
 * Says which ETIM class and modelling class files of one library show; a sync sends them, except those that share a content
 * key with others, which are named.
 * @returns the exit code
 * @throws AppError `folder-not-file`, `unknown-item` for a file that is not there or in no library, `invalid-request` for files of several
 * libraries, or one whose classes are neither named nor suggested; then none is recorded
 */
export async function assignCommand(named: readonly string[], options: AssignOptions): Promise<number> {
  const paths = await Promise.all(named.map(canonicalFile));
  return withEngineHolding(options, paths[0] ?? '', async (calls) => {
    const files = await calls.files.at({ paths });
    const assignments: ClassAssignment[] = [];
    for (const file of files) {
      assignments.push({ fileIds: [file.fileId], ...(await classesFor(calls, file, options)) });
    }
    await calls.files.assign({ assignments });
    const assigned = assignments.map((classes, place) => ({
      path: files[place]?.absolutePath ?? '',
      ...printed(classes),
    }));
    const { sharing } = await calls.files.sharing({ fileIds: files.map(({ fileId }) => fileId) });
    const held = new Set(sharing.flat());
    const others = assigned.filter(({ path }) => !held.has(path));
    const sync = whichSync(files);
    const sent = held.size > 0 ? 'the others' : 'what is named here';
    const toCome = `${sync} sends ${sent}, as far as the settings of the library let it.`;
    printResult(options.json, { assigned, sharing }, (told) =>
      [
        ...told.assigned.map(describe),
        ...told.sharing.map(describeSharing),
        ...(others.length > 0 ? [toCome] : []),
      ].join('\n'),
    );
    return held.size > 0 ? exitCodes.needsPerson : exitCodes.done;
  });
}

async function classesFor(
  calls: EngineCalls,
  { fileId, absolutePath }: NamedFile,
  { etimClass, modellingClass, contentType, suggested }: AssignOptions,
): Promise<Classes> {
  const suggestion = suggested ? (await calls.files.get({ fileId })).suggestion : undefined;
  const classes = {
    etimClassCode: etimClass?.code ?? suggestion?.etimClassCode,
    etimClassVersion: etimClass?.version ?? suggestion?.etimClassVersion ?? '1',
    modellingClassCode: modellingClass?.code ?? suggestion?.modellingClassCode,
    modellingClassVersion: modellingClass?.version ?? suggestion?.modellingClassVersion ?? '1',
  };
  const { etimClassCode, modellingClassCode } = classes;
  if (etimClassCode !== undefined && modellingClassCode !== undefined)
    return { ...classes, etimClassCode, modellingClassCode, contentType: contentType ?? suggestion?.contentType };
  const missing = etimClassCode === undefined ? 'an ETIM class (--class)' : 'a modelling class (--model)';
  throw wrong(`${absolutePath} needs ${missing}${suggested ? '; none is suggested' : ''}.`);
}

/** Under the names that the service gives them. */
function printed({ etimClassCode, etimClassVersion, modellingClassCode, modellingClassVersion }: Classes) {
  return {
    etimClassCode,
    etimClassCodeVersion: etimClassVersion,
    etimModelCode: modellingClassCode,
    etimModelCodeVersion: modellingClassVersion,
  };
}

function describe({
  path,
  etimClassCode,
  etimClassCodeVersion,
  etimModelCode,
  etimModelCodeVersion,
}: ReturnType<typeof printed> & { readonly path: string }): string {
  return `${path}: ${etimClassCode} v${etimClassCodeVersion} · ${etimModelCode} v${etimModelCodeVersion}`;
}

function describeSharing(paths: readonly string[]): string {
  return [
    'None of these is sent, because they have the same class, kind of content, program and language:',
    ...paths.map((path) => `  ${path}`),
  ].join('\n');
}
