/**
 * Kinds of content that CAD libraries tell apart, as the service is told them; it takes any other text as well. Files of
 * one class, program and language have a version history of their own for each.
 */
export const contentTypes = [
  'Template',
  'Symbol',
  'Plan',
  'Elevation',
  'Section',
  'Detail',
  'Schematic',
  'Assembly',
] as const;
export type KnownContentType = (typeof contentTypes)[number];

/** A type of content as it is compared: a known one in another letter case is that one, and every other one as it is. */
export function spelledContentType(text: string): string {
  return contentTypes.find((known) => known.toLowerCase() === text.toLowerCase()) ?? text;
}
