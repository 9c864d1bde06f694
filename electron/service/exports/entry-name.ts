import { fittedPath } from '../../../shared/model/fitted-path.ts';
import { isReservedName } from '../../../shared/model/reserved-name.ts';

/** Characters. */
const longestName = 120;
const longestExtension = 20;

/** A file name that Windows, macOS and Linux can hold, as near to the given one as that allows. */
export function safeEntryName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}]/gu, '_')
    .trim();
  const { base, extension } = splitName(plain);
  const cut = fittedPath(`${shortened(base, longestName)}${shortened(extension, longestExtension)}`);
  const short = cut.replace(/[. ]+$/, '');
  return isReservedName(short) ? `_${short}` : short || 'file';
}

/** By whole characters: half of one is none. */
function shortened(text: string, longest: number): string {
  return [...text].slice(0, longest).join('');
}

/** Gives names out so that no two of them are one for a file system that passes over letter case. */
export function createUniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  // Thousands of files may be called the same: each goes on counting where the one before ended.
  const counts = new Map<string, number>();
  return (name) => {
    let unique = name;
    let count = counts.get(folded(name)) ?? 1;
    while (taken.has(folded(unique))) unique = fittedPath(name, ` (${(count += 1)})`);
    counts.set(folded(name), count);
    taken.add(folded(unique));
    return unique;
  };
}

/** By the rules of Unicode, as APFS has it: `ß` is `SS`, and each sigma is one. */
function folded(name: string): string {
  return name.normalize('NFD').toLowerCase().toUpperCase();
}

function splitName(name: string): { base: string; extension: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? { base: name.slice(0, dot), extension: name.slice(dot) } : { base: name, extension: '' };
}
