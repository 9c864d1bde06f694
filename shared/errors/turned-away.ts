import type { ErrorCode } from './catalogue.ts';

/** What a service answers before it looks at what is asked: nothing was done of it. */
export const turnedAway: ReadonlySet<ErrorCode> = new Set(['invalid-token', 'too-many-requests', 'service-busy']);
