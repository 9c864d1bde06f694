import { contentTypes, type KnownContentType } from '../../../shared/model/content-type.ts';
import type { Texts } from '../../texts/texts.ts';

/** What a kind of content is called; one that only the service knows is shown as it is. */
export function contentTypeWord(texts: Texts, contentType: string): string {
  return isKnown(contentType) ? texts.intake.contentTypes[contentType] : contentType;
}

/** The kinds to choose from, with those that files have already. */
export function contentTypeOptions(texts: Texts, had: readonly string[]) {
  const all = [...new Set([...contentTypes, ...had])];
  return all.map((value) => ({ value, text: contentTypeWord(texts, value) }));
}

function isKnown(contentType: string): contentType is KnownContentType {
  return contentTypes.some((known) => known === contentType);
}
