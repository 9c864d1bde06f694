import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { KnownFolders } from '../engine/tree/odd-folder.ts';
import { usualStateDirs } from './application-data-dir.ts';

/** Where Windows says that the system and programs are. */
const windowsFolders = ['SystemRoot', 'ProgramFiles', 'ProgramFiles(x86)', 'ProgramW6432'];

/**
 * The folders of a computer that are nobody's library.
 * @param home that of the person who is signed in
 * @param own where this app keeps its own data
 */
export function knownFolders(
  platform: string,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
  own: readonly string[],
): KnownFolders {
  const named = platform === 'win32' ? windowsFolders.flatMap((name) => environment[name] ?? []) : [];
  return { platform, home, system: [...new Set(named)].filter((folder) => folder !== ''), own };
}

/** @param stateDir folder of the state database of this run */
export function foldersOfThisComputer(stateDir: string): KnownFolders {
  return knownFolders(process.platform, process.env, homedir(), [resolve(stateDir), ...usualStateDirs()]);
}
