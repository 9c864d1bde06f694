import { Notification } from 'electron';
import type { ActivityRecord } from '../../shared/rpc/activity-records.ts';
import { needsOf } from '../../shared/rpc/needs.ts';
import type { Settings } from '../../shared/rpc/settings.ts';
import type { StatusRecord } from '../../shared/rpc/status-records.ts';
import type { WindowWish } from '../../shared/rpc/window-wish.ts';
import { desktopWords, type NewsKind } from '../../shared/words/desktop.ts';
import type { ShellClock } from './shell-clock.ts';

/** What comes within this time is told together. */
const gatherMs = 1_500;

/** What needs the person; the rest is good to know. */
const needing = new Set<NewsKind>(['conflict', 'paused', 'savedLate', 'needsYou']);

const kindOf: Partial<Record<ActivityRecord['kind'], NewsKind>> = {
  conflictFound: 'conflict',
  libraryPaused: 'paused',
  savedLate: 'savedLate',
  released: 'released',
};

interface NewsOptions {
  readonly clock: ShellClock;
  /** Whether the person looks at the window, which says it all. */
  readonly isSeen: () => boolean;
  /** Leads to what a notification is about. */
  readonly lead: (wish: WindowWish) => void;
}

/** Tells the person by notifications what happened while nobody looked. */
interface News {
  status(status: StatusRecord | undefined): void;
  activity(entry: ActivityRecord): void;
  stop(): void;
}

/** Gathers what happens and tells it, each kind as one notification. */
export function createNews({ clock, isSeen, lead }: NewsOptions): News {
  const gathered = new Map<NewsKind, ActivityRecord[]>();
  const notifier = createNotifier(lead);
  let settings: Settings | undefined;
  let needingAttention: number | undefined;
  /** As the foot of the window says it. */
  let needingCount = 0;
  let takeBack: (() => void) | undefined;

  function tellSoon(): void {
    takeBack ??= clock.after(gatherMs, () => {
      takeBack = undefined;
      for (const [kind, entries] of gathered) tell(kind, entries);
      gathered.clear();
    });
  }
  function tell(kind: NewsKind, entries: readonly ActivityRecord[]): void {
    if (!settings || isSeen() || settings.notifications === 'none') return;
    if (settings.notifications === 'needsYou' && !needing.has(kind)) return;
    const [first] = entries;
    const count = kind === 'needsYou' ? needingCount : entries.length;
    if (count > 0)
      notifier.show(desktopWords[settings.language].news[kind](count, first?.title ?? ''), leadOf(entries));
  }
  return {
    status(status) {
      if (!status) return;
      settings = status.settings;
      needingCount = needsOf(status).all;
      const { needsAttention } = status.queue;
      // What was there when the app began is no news.
      if (needingAttention !== undefined && needsAttention > needingAttention) {
        gathered.set('needsYou', []);
        tellSoon();
      }
      needingAttention = needsAttention;
    },
    activity(entry) {
      const kind = kindOf[entry.kind];
      if (!kind) return;
      gathered.set(kind, [...(gathered.get(kind) ?? []), entry]);
      tellSoon();
    },
    stop() {
      takeBack?.();
      notifier.close();
    },
  };
}

/** Shows notifications, and holds them: one that nobody holds is collected, and a click on it leads nowhere. */
function createNotifier(lead: NewsOptions['lead']) {
  const shown = new Set<Notification>();
  return {
    show(body: string, wish: WindowWish): void {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title: 'CAD Library Sync', body });
      notification.once('click', () => lead(wish));
      notification.once('close', () => shown.delete(notification));
      shown.add(notification);
      notification.show();
    },
    close(): void {
      for (const notification of shown) notification.close();
    },
  };
}

/** To the file, where it is about one. */
function leadOf([entry, ...others]: readonly ActivityRecord[]): WindowWish {
  const key = others.length === 0 ? entry?.key : undefined;
  return key === undefined ? { kind: 'action', action: entry ? 'activity' : 'status' } : { kind: 'file', key };
}
