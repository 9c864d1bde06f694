/** What shapes are counted in: faces of solids, triangles where the file holds them, what a drawing consists of. */
export const countedKinds = ['faces', 'triangles', 'lines', 'points', 'areas', 'texts'] as const;
export type CountedKind = (typeof countedKinds)[number];
