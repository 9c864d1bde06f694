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
