import type { ErrorRecord } from '../../shared/errors/app-error.ts';

/** Something the window says once, at its lower edge: that a thing was done, or why it was not. */
export type Notice = { readonly noticeId: number } & (
  | ({ readonly kind: 'done'; readonly text: string } & DoneMore)
  | ({ readonly kind: 'failed'; readonly error: ErrorRecord } & FailedMore)
);

/** What more there is to something that was done. */
export interface DoneMore {
  readonly undo?: (() => void) | undefined;
  readonly offer?: Offer | undefined;
  /** Nothing was done after all. */
  readonly isLeft?: boolean | undefined;
  /** What is said of the same topic later takes its place: "being published" becomes "published". */
  readonly topic?: string | undefined;
}

/** What more there is to something that failed. */
export interface FailedMore {
  /** Said before the error. */
  readonly headline?: string | undefined;
  /** What failed with it for other reasons. */
  readonly others?: readonly FailedBeside[] | undefined;
}

/** What is said before an error, and the error. */
export interface FailedBeside {
  readonly headline: string;
  readonly error: ErrorRecord;
}

/** Something else that a person may want to do then. */
interface Offer {
  readonly label: string;
  readonly act: () => void;
}

/** So many are shown of what was done, and of what failed. */
const mostOfAKind = 3;

/**
 * The notices with a newer one, which takes the place of a failure it repeats. Where there is no room one of its kind goes,
 * so that no success hides a failure: sooner one that offers nothing, then the oldest.
 */
export function withNotice(shown: readonly Notice[], newest: Notice): readonly Notice[] {
  const others = shown.filter((notice) => !saysTheSame(notice, newest));
  const ofKind = others.filter(({ kind }) => kind === newest.kind);
  const leaving = ofKind.length < mostOfAKind ? undefined : (ofKind.find(offersNothing) ?? ofKind[0]);
  return [...others.filter((notice) => notice !== leaving), newest];
}

function saysTheSame(one: Notice, other: Notice): boolean {
  if (one.kind !== 'failed' || other.kind !== 'failed') return false;
  const said = ({ headline, error, others }: typeof one): string => JSON.stringify([headline, error, others]);
  return said(one) === said(other);
}

function offersNothing(notice: Notice): boolean {
  return notice.kind === 'done' && !notice.undo && !notice.offer;
}

/** How the last thing that is shown and can be taken back is, or that one. */
export function undoOf(
  shown: readonly Notice[],
  noticeId?: number,
): { readonly noticeId: number; readonly undo: () => void } | undefined {
  const isMeant = (notice: Notice): boolean => noticeId === undefined || notice.noticeId === noticeId;
  const notice = shown.findLast((one) => one.kind === 'done' && one.undo && isMeant(one));
  return notice?.kind === 'done' && notice.undo ? { noticeId: notice.noticeId, undo: notice.undo } : undefined;
}
