import { parseContentKey, type ContentKey } from '../../../shared/model/content-key.ts';

/** The key that a text stands for; `undefined` where there is no text, or one that is no key. */
export function keyOf(text: string | undefined): ContentKey | undefined {
  const key = text === undefined ? undefined : parseContentKey(text);
  return key?.ok ? key.value : undefined;
}
