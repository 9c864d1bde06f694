import { z } from 'zod';
import { atStakeRecord } from './library-records.ts';

/** What several calls of the window take or answer. */

/** Nothing to tell but that it is done. */
export const done = z.object({});

export const fileId = z.object({ fileId: z.string() });

/** On this computer, for the person's eyes. */
export const absolutePath = z.string();

/** A content key, as text. */
export const key = z.string().max(2_000);

/** A change that may leave something unsent: not `done` where something is at stake and nobody said yes. */
export const stakeAnswer = z.object({ done: z.boolean(), atStake: atStakeRecord });
