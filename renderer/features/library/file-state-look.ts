import type { FileState } from '../../../shared/rpc/file-records.ts';
import type { Shape, Tone } from '../../ui/badge.svelte';

/** Shape and tone of each state of a file. Words are in the text catalogue. */
export const fileStateLook: Record<FileState, { readonly tone: Tone; readonly shape: Shape }> = {
  upToDate: { tone: 'ok', shape: 'circle' },
  unconfirmed: { tone: 'neutral', shape: 'ring' },
  draft: { tone: 'draft', shape: 'square' },
  settling: { tone: 'neutral', shape: 'ring' },
  missing: { tone: 'neutral', shape: 'dash' },
  waiting: { tone: 'neutral', shape: 'ring' },
  releaseQueued: { tone: 'draft', shape: 'up' },
  notSent: { tone: 'draft', shape: 'up' },
  notFetched: { tone: 'neutral', shape: 'down' },
  uploading: { tone: 'neutral', shape: 'up' },
  downloading: { tone: 'neutral', shape: 'down' },
  conflict: { tone: 'bad', shape: 'diamond' },
  needsYou: { tone: 'warn', shape: 'triangle' },
  unassigned: { tone: 'warn', shape: 'ring' },
  otherProgram: { tone: 'warn', shape: 'triangle' },
  doublyClaimed: { tone: 'warn', shape: 'triangle' },
  releaseLost: { tone: 'warn', shape: 'square' },
  removedHere: { tone: 'neutral', shape: 'dash' },
  openElsewhere: { tone: 'neutral', shape: 'circle' },
};
