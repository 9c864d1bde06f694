/**
 * A GUID in the form that is written: in lower case, with dashes. Read in every form that clients of 2020 take (wire
 * format, section 1): in capitals, without dashes, in braces, with white space around it.
 * @returns undefined where the text is none
 */
export function readGuid(text: string): string | undefined {
  const digits = text.trim().replace(/^\{(.*)\}$/s, '$1');
  const match = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i.exec(digits);
  return match?.slice(1).join('-').toLowerCase();
}
