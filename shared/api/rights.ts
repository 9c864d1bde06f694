/** What a client of a service for several may be allowed to do. `admin` is for whoever runs it; no operation needs it. */
export const rights = ['read', 'write', 'release', 'validate', 'admin'] as const;
export type Right = (typeof rights)[number];
