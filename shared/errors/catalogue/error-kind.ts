import type { ErrorAction } from '../actions.ts';

/** What is true of every error of one code. */
export interface ErrorKind {
  /** The HTTP status the service answers with; 0 for errors that never cross HTTP. */
  readonly status: number;
  /** Whether the same thing may work later without anybody doing something: then it is tried again with back-off. */
  readonly retryable: boolean;
  /** What happened, as one sentence. */
  readonly happened: string;
  /** What is safe, as one sentence; empty where nothing was at stake. */
  readonly safe: string;
  readonly action: ErrorAction;
}

/** What is said of what is safe, where several errors say the same. */
export const safeInLibrary = 'Your file is untouched in the library.';
/** The same of a file that may be in no library: one that is added, validated or exported. */
export const fileUntouched = 'Your file is untouched.';
export const fileUnchanged = 'Looking at a file changes nothing in it.';
export const nothingLost = 'Nothing is lost.';
export const nothingSent = 'Nothing was sent.';
export const nothingChanged = 'Nothing was changed.';

/** It may pass by itself: what failed is tried again with back-off. */
export function transient(status: number, happened: string, safe: string, action: ErrorAction): ErrorKind {
  return { status, retryable: true, happened, safe, action };
}

/** It stays until somebody does something about it. */
export function permanent(status: number, happened: string, safe: string, action: ErrorAction): ErrorKind {
  return { status, retryable: false, happened, safe, action };
}
