import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { isSameProgram, type Program } from '../../../shared/model/program.ts';

/** Whether a key is of one of these programs, in its version. */
export function isOfPrograms(key: ContentKeyText, programs: readonly Program[]): boolean {
  const program = programOfKey(key);
  return program !== undefined && programs.some((one) => isSameProgram(one, program));
}

/** The program and version of a key; `undefined` for a text that is none. */
export function programOfKey(text: ContentKeyText): Program | undefined {
  const key = parseContentKey(text);
  return key.ok ? { name: key.value.applicationName, version: key.value.applicationVersion } : undefined;
}
