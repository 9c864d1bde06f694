import { undoOf, type DoneMore, type Notice } from './notice.ts';

/** How what notices told of is taken back, also a while after they went away. */
interface WayBack {
  readonly isThere: boolean;
  /** Keeps a notice that goes away for a while, where there is something to take back. */
  readonly keep: (leaving: Notice | undefined) => void;
  /** What was said of a topic holds no longer once something else is said of it. */
  readonly forget: (topic: string) => void;
  /** As `Notices.takeBack`. */
  readonly take: (noticeId?: number) => boolean;
}

interface NoticesShown {
  readonly shown: () => readonly Notice[];
  readonly remove: (noticeId: number) => void;
  readonly done: (text: string, more: DoneMore) => void;
}

/** For so long what went away can be had back. */
const comesBackMs = 600_000;

export function createWayBack({ shown, remove, done }: NoticesShown): WayBack {
  let gone = $state.raw<Extract<Notice, { kind: 'done' }>>();

  function comeBack(): boolean {
    if (!gone) return false;
    const { text, undo, offer, topic } = gone;
    gone = undefined;
    done(text, { undo, offer, topic });
    return true;
  }

  return {
    get isThere() {
      return undoOf(shown()) !== undefined || gone !== undefined;
    },
    keep(leaving) {
      if (leaving?.kind !== 'done' || !leaving.undo) return;
      gone = leaving;
      setTimeout(() => gone === leaving && (gone = undefined), comesBackMs);
    },
    forget(topic) {
      if (gone?.topic === topic) gone = undefined;
    },
    take(noticeId) {
      const found = undoOf(shown(), noticeId);
      if (!found) return noticeId === undefined && comeBack();
      remove(found.noticeId);
      found.undo();
      return true;
    },
  };
}
