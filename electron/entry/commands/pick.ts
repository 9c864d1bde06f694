import { canonicalFile } from './canonical.ts';
import { fileAt, withEngineHolding, type Asking } from './engines.ts';
import { exitCodes, printResult } from './output.ts';

/**
 * Of several files with one key this is the one: the others stay in place and belong to nothing until they are assigned
 * again.
 * @returns the exit code
 * @throws AppError `key-not-shared` for a file that shares its key with no other, `unknown-item` for one in no library,
 * `file-changed-meanwhile` for one that has to be read first, `folder-not-file`
 */
export async function pickCommand(file: string, { json, ...states }: Asking): Promise<number> {
  const wanted = await canonicalFile(file);
  return withEngineHolding(states, wanted, async (calls) => {
    const { fileId, absolutePath: picked } = await fileAt(calls, wanted);
    const { unassigned } = await calls.files.pick({ fileId });
    printResult(json, { picked, unassigned }, (told) =>
      [`${told.picked} is the one. Unassigned from now on:`, ...told.unassigned.map((one) => `  ${one}`)].join('\n'),
    );
    return exitCodes.done;
  });
}
