import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import { withNotice, type DoneMore, type FailedMore, type Notice } from './notice.ts';
import { createWayBack } from './way-back.svelte.ts';

export interface Notices {
  readonly shown: readonly Notice[];
  /** Says that something was done, and for that moment offers to take it back; it goes away by itself. */
  readonly done: (text: string, more?: DoneMore) => void;
  /** What is said of that topic right now. */
  readonly told: (topic: string) => string | undefined;
  /** Says why something failed; it stays until dismissed, and is said once however often it happens. */
  readonly failed: (error: ErrorRecord, more?: FailedMore) => void;
  readonly dismiss: (noticeId: number) => void;
  /**
   * Takes something else away from among the notices that a person may have waited for elsewhere: once it was there for a
   * while in a window that is looked at, and nobody is at it. Returns what ends this.
   */
  readonly takeAwayOnceSeen: (takeAway: () => void, isLookedAt: () => boolean) => () => void;
  /** No notice goes by itself while somebody is at them, with the mouse or the keyboard. Returns what ends this. */
  readonly stayWhile: (isSomebodyThere: () => boolean) => () => void;
  /** Whether anything that is shown, or was a moment ago, can be taken back. */
  readonly canTakeBack: boolean;
  /**
   * Takes back what was done: that one, or the last that is shown and can be. Where none is shown, the last that went away
   * comes back first, for a person to see what they would take back. Returns whether there was one.
   */
  readonly takeBack: (noticeId?: number) => boolean;
}

const doneStaysMs = 6_000;
/** Who may want it undone has to read it, think, and reach for the button. */
const undoStaysMs = 20_000;
const isOf = (notice: Notice, topic: string): boolean => notice.kind === 'done' && notice.topic === topic;

export function createNotices(): Notices {
  let shown = $state.raw<readonly Notice[]>([]);
  let lastId = 0;
  let isSomebodyThere = () => false;

  const remove = (noticeId: number) => {
    shown = shown.filter((notice) => notice.noticeId !== noticeId);
  };
  const dismiss = (noticeId: number) => {
    wayBack.keep(shown.find((notice) => notice.noticeId === noticeId));
    remove(noticeId);
  };
  const done: Notices['done'] = (text, { topic, ...more } = {}) => {
    const noticeId = ++lastId;
    if (topic !== undefined) wayBack.forget(topic);
    const others = topic === undefined ? shown : shown.filter((notice) => !isOf(notice, topic));
    shown = withNotice(others, { noticeId, kind: 'done', text, topic, ...more });
    const staysMs = more.undo || more.offer ? undoStaysMs : doneStaysMs;
    later(
      () => dismiss(noticeId),
      staysMs,
      () => isSomebodyThere(),
    );
  };
  const wayBack = createWayBack({ shown: () => shown, remove, done });

  return {
    get shown() {
      return shown;
    },
    done,
    told(topic) {
      const notice = shown.find((one) => isOf(one, topic));
      return notice?.kind === 'done' ? notice.text : undefined;
    },
    failed(error, more) {
      shown = withNotice(shown, { noticeId: ++lastId, kind: 'failed', error, ...more });
    },
    dismiss,
    takeAwayOnceSeen: (takeAway, isLookedAt) => later(takeAway, undoStaysMs, () => isSomebodyThere() || !isLookedAt()),
    stayWhile(isThere) {
      isSomebodyThere = isThere;
      return () => (isSomebodyThere = () => false);
    },
    get canTakeBack() {
      return wayBack.isThere;
    },
    takeBack: wayBack.take,
  };
}

/** Does that after a while, and not as long as `isHeld`. Returns what keeps it from being done. */
function later(act: () => void, afterMs: number, isHeld: () => boolean): () => void {
  const look = (): void => (isHeld() ? wait(doneStaysMs) : act());
  let timer: ReturnType<typeof setTimeout>;
  const wait = (ms: number): void => void (timer = setTimeout(look, ms));
  wait(afterMs);
  return () => clearTimeout(timer);
}
