import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { isSameProgram, type Program } from '../../../shared/model/program.ts';

/** Whether a key is of one of these programs, in its version. */
export function isOfPrograms(key: ContentKeyText, programs: readonly Program[]): boolean {
  const program = programOfKey(key);
  return program !== undefined && programs.some((one) => isSameProgram(one, program));
}

/** The program that was found last, with how its keys begin: thousands of keys one after the other are of the same. */
let last: { readonly start: string; readonly program: Program } | undefined;

/** The program and version of a key; `undefined` for a text that is none. */
export function programOfKey(text: ContentKeyText): Program | undefined {
  if (last && text.startsWith(last.start)) return last.program;
  const key = parseContentKey(text);
  if (!key.ok) return undefined;
  const program = { name: key.value.applicationName, version: key.value.applicationVersion };
  last = { start: text.slice(0, text.indexOf('/', text.indexOf('/') + 1) + 1), program };
  return program;
}
