import { resolve } from 'node:path';
import { linkAmong } from './deep-links.ts';
import { hiddenOption } from './login-item.ts';

const dataOption = '--data=';

/** How the app was started. */
export interface Launch {
  /** Absolute path of the folder that `--data=DIR` names. */
  readonly dataDir: string | undefined;
  /** Without its window: the person logged in. */
  readonly isHidden: boolean;
  /** To see whether it starts: it ends as soon as its window is connected, or with exit code 1 where it is not. */
  readonly isSmokeTest: boolean;
  /** The link that it was started by. */
  readonly link: string | undefined;
}

/** @param argv the program's arguments, its own name included */
export function readLaunch(argv: readonly string[]): Launch {
  const dataDir = argv.findLast((argument) => argument.startsWith(dataOption))?.slice(dataOption.length);
  return {
    dataDir: dataDir ? resolve(dataDir) : undefined,
    isHidden: argv.includes(hiddenOption),
    isSmokeTest: argv.includes('--smoke'),
    link: linkAmong(argv),
  };
}

/** The arguments of the same app with its window, for a start that no link asks for. @param argv those of this start */
export function argumentsOfNextStart(argv: readonly string[]): string[] {
  const link = linkAmong(argv);
  return argv.slice(1).filter((argument) => argument !== hiddenOption && argument !== link);
}
