import { nothingKnown, type FormatFacts } from './cad-facts.ts';

/** OBJ: lines of text, in any order and without an end. Nothing in it says whether it is whole, or who wrote it. */
export const readObj = (): Promise<FormatFacts> => Promise.resolve(nothingKnown);
