import { AppError } from '../../../shared/errors/app-error.ts';
import type { EngineCalls, NamedFile } from '../../../shared/rpc/command-contract.ts';
import type { NamedClasses } from '../../engine/run/assign-classes.ts';
import { canonical, whichSync, withEngineHolding, type States } from './engines.ts';
import { exitCodes, printResult } from './output.ts';
import type { ClassArgument } from './read-class-argument.ts';

export interface AssignOptions extends States {
  readonly etimClass?: ClassArgument | undefined;
  readonly modellingClass?: ClassArgument | undefined;
  /** What is not named is taken from what `status` suggests for the file. */
  readonly suggested: boolean;
  readonly json: boolean;
}

type AssignedFile = NamedFile & NamedClasses;

/**
 * Says which ETIM class and modelling class files of one library show; a sync sends them.
 * @returns the exit code
 * @throws AppError `unknown-item` for a file that is not there or in no library, `invalid-request` for files of several
 * libraries, or one whose classes are neither named nor suggested; then none is recorded
 */
export async function assignCommand(files: readonly string[], options: AssignOptions): Promise<number> {
  const paths = await Promise.all(files.map(canonical));
  return withEngineHolding(options, paths[0] ?? '', async (calls) => {
    const assigned: AssignedFile[] = [];
    for (const file of await calls.files.at({ paths })) {
      assigned.push({ ...file, ...(await classesFor(calls, file, options)) });
    }
    await calls.files.assign({
      assignments: assigned.map((file) => ({
        fileIds: [file.fileId],
        etimClassCode: file.etimClassCode,
        etimClassVersion: file.etimClassCodeVersion,
        modellingClassCode: file.etimModelCode,
        modellingClassVersion: file.etimModelCodeVersion,
      })),
    });
    const told = assigned.map(({ fileId: _, isSynced: __, absolutePath: path, ...classes }) => ({ path, ...classes }));
    const sync = whichSync(assigned.every(({ isSynced }) => isSynced));
    printResult(options.json, { assigned: told }, (answer) =>
      [...answer.assigned.map(describe), `${sync} sends what is named here.`].join('\n'),
    );
    return exitCodes.done;
  });
}

async function classesFor(
  calls: EngineCalls,
  { fileId, absolutePath }: NamedFile,
  { etimClass, modellingClass, suggested }: AssignOptions,
): Promise<NamedClasses> {
  const suggestion = suggested ? (await calls.files.get({ fileId })).suggestion : undefined;
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
    detail: `${absolutePath} needs ${missing}${suggested ? '; none is suggested' : ''}.`,
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
