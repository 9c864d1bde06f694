import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { CallId, UploadId } from '../../../shared/api/caller.ts';
import type { WriteMaker } from '../../../shared/model/write-maker.ts';

/** An operation that writes. */
export type WriteId = CallId | UploadId;

/** An input as callers give it, with the types of the single operations folded away. */
export interface AnyInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** Bytes that are kept for a write. */
export interface KeptFile {
  readonly bytesId: string;
  readonly fileName: string;
  readonly contentType?: string | undefined;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** What of a write never changes. */
export interface WriteRecord {
  readonly input: AnyInput;
  readonly file?: KeptFile | undefined;
  /** What was answered meanwhile. */
  readonly answer: unknown;
  /** The id that was given meanwhile. */
  readonly gives?: string | undefined;
  /** Ids that were given for others which it needs. */
  readonly needs: readonly string[];
  /** What it is about: of the same thing nothing overtakes it. */
  readonly subjects: readonly string[];
  /** For each record of metadata the version that it follows, as `needs` names it where that waits; empty: not known. */
  readonly after?: readonly string[] | undefined;
  readonly madeBy: WriteMaker;
  /** What a person calls it; empty where it has no name. */
  readonly title: string;
  readonly madeMs: number;
}

/** Something that waits to be done at the service. */
export interface Write extends WriteRecord {
  readonly writeId: number;
  readonly serviceId: string;
  readonly operation: WriteId;
  /** Whether it may have been done, because an answer was lost: it is looked for before it is done again. */
  readonly wasTried: boolean;
  /** How often the service failed at it. */
  readonly failures: number;
  /** Why it was refused; then it waits for a person. */
  readonly error?: ErrorRecord | undefined;
}

/** What waits says the same for as long as it waits: it is read once, because it is asked with every request. */
export function readOnce<T>(read: (write: Write) => T): (write: Write) => T {
  const known = new WeakMap<Write, { readonly value: T }>();
  return (write) => {
    const found = known.get(write) ?? { value: read(write) };
    known.set(write, found);
    return found.value;
  };
}

const subjectsOnce = readOnce(({ subjects }): ReadonlySet<string> => new Set(subjects));

/** Whether `later` may not go before `earlier`. */
export function isBehind(later: Pick<Write, 'needs' | 'subjects'>, earlier: Write): boolean {
  if (earlier.gives !== undefined && later.needs.includes(earlier.gives)) return true;
  return later.subjects.some((subject) => subjectsOnce(earlier).has(subject));
}
