import { parseClassVersion, parseEtimCode, type EtimCodeKind } from './etim-code.ts';

/** A class with its version, as a person names both. */
export interface ClassArgument {
  readonly code: string;
  readonly version: string;
}

/** Reads a class as folders and people name it: `EC011022_v7`, `EC011022.7`, `EC011022 v7`; without a version it is 1. */
export function readClassArgument(
  kind: Extract<EtimCodeKind, 'class' | 'modellingClass'>,
  text: string,
): ClassArgument | { readonly fault: string } {
  const [codeText = '', versionText = ''] = text.split(/[ _]v|[._/]/i);
  const [code, version] = [parseEtimCode(kind, codeText), parseClassVersion(versionText)];
  if (!code.ok) return { fault: code.fault.detail };
  if (!version.ok) return { fault: version.fault.detail };
  return { code: code.value, version: version.value };
}
