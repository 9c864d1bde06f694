import { parseClassVersion, parseEtimCode, type EtimCodeKind } from './etim-code.ts';

type ClassKind = Extract<EtimCodeKind, 'class' | 'modellingClass'>;

/** A class in one of its versions. */
export interface VersionedClass {
  readonly code: string;
  readonly version: string;
}

const codeInName: Record<ClassKind, RegExp> = {
  class: /(?:^|[^a-z0-9])(EC\d{6})(?=v\d|[^a-z0-9]|$)/i,
  modellingClass: /(?:^|[^a-z0-9])(MC\d{6})(?=v\d|[^a-z0-9]|$)/i,
};

/** A `v` with a number, or a dot or underscore with one that is too short to be a year. */
const versionForm = /^(?:[ _.-]*\(?v(\d{1,4})\)?|[._](\d{1,3}))(?![a-z0-9])/i;

const likeVersion = /^(?:[\W_]*(?:v|ver|version|versie|rev|revision|revisie)[\W_]*\d|\.\d{1,3}(?![a-z0-9]))/i;

/**
 * Finds the first class of a kind in the name of a file or folder, as in `Pumps EC011524_v3`. It is `unreadable` where
 * something like a version follows that is none: which class is meant is not guessed then.
 */
export function classInName(
  kind: ClassKind,
  name: string,
): (VersionedClass & { readonly isVersionNamed: boolean }) | 'unreadable' | undefined {
  const found = codeInName[kind].exec(name);
  if (!found?.[1]) return undefined;
  const behind = versionAtStart(name.slice(found.index + found[0].length));
  if (!behind) return 'unreadable';
  return { code: found[1].toUpperCase(), version: behind.version ?? '1', isVersionNamed: behind.version !== undefined };
}

/** Reads a class as people name it, and nothing else: `EC011022_v7`, `EC011022.7`, `EC011022 v7`; without a version it is 1. */
export function readVersionedClass(kind: ClassKind, text: string): VersionedClass | { readonly fault: string } {
  const [, codeText = '', more = ''] = /^([a-z]*\d*)(.*)$/is.exec(text.trim()) ?? [];
  const code = parseEtimCode(kind, codeText);
  if (!code.ok) return { fault: code.fault.detail };
  const behind = versionAtStart(more);
  if (behind?.rest !== '') return { fault: `the version of a class is named as in ${code.value}_v7` };
  return { code: code.value, version: behind.version ?? '1' };
}

/** The version a text begins with, if any, and what follows; `undefined` where that is like a version and is none. */
function versionAtStart(text: string): { readonly version: string | undefined; readonly rest: string } | undefined {
  const found = versionForm.exec(text);
  const rest = text.slice(found?.[0].length ?? 0);
  if (likeVersion.test(rest)) return undefined;
  const version = found && parseClassVersion(found[1] ?? found[2] ?? '');
  return { version: version?.ok ? version.value : undefined, rest };
}
