import type { Outside } from '../reading/questions.ts';
import type { Place } from '../real-place.ts';
import type { WholeFile } from './put-whole.ts';

/** What the writing thread is asked for: a small file in its place, or a folder to be there. */
export type Writing = WholeFile | Place;

/** What it answers: how the file looks in its place; of a folder, that it is there. */
export type Written = Outside | undefined;
