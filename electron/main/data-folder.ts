import { resolve } from 'node:path';

const option = '--data=';

/**
 * The folder that `--data=DIR` names, absolute.
 * @param argv the program's arguments, its own name included
 */
export function dataFolderFrom(argv: readonly string[]): string | undefined {
  const folder = argv.findLast((argument) => argument.startsWith(option))?.slice(option.length);
  return folder ? resolve(folder) : undefined;
}
