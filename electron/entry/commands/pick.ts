import { pickFile } from '../../engine/run/pick-file.ts';
import { fileAt, withLibraries } from './libraries-at-rest.ts';
import { exitCodes, printResult } from './output.ts';
import { canonical } from './status.ts';

/**
 * Of several files with one key this is the one: the others stay in place and belong to nothing until they are assigned
 * anew. The next sync goes on with that.
 * @returns the exit code
 * @throws AppError `key-not-shared` for a file that shares its key with no other, `unknown-item` for one in no library of the state folder,
 * `file-changed-meanwhile` for one that has to be read first
 */
export async function pickCommand(
  file: string,
  { stateDir, json }: { readonly stateDir: string; readonly json: boolean },
): Promise<number> {
  const wanted = await canonical(file);
  return withLibraries(stateDir, async ({ ports: { disk }, contexts }) => {
    const { context, path } = fileAt(contexts, wanted);
    const others = await pickFile({ context, relink: context.relink }, path);
    const absolute = (of: string): string => disk.absolute(context.library.root, of);
    const answer = { picked: absolute(path), unassigned: [...others.keys()].map(absolute) };
    printResult(json, answer, ({ picked, unassigned }) =>
      [`${picked} is the one. Unassigned from now on:`, ...unassigned.map((one) => `  ${one}`)].join('\n'),
    );
    return exitCodes.done;
  });
}
