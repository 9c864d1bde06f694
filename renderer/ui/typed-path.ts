/** The path that was typed or pasted: what Windows copies as a path stands in quotes. */
export const typedPath = (text: string): string => text.trim().replace(/^"(.*)"$/, '$1');
