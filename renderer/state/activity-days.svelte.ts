import type { ActivityCount } from '../../shared/rpc/activity-records.ts';
import { untrack } from 'svelte';
import { createAnswer } from './answer.svelte.ts';
import type { Clock } from './clock.svelte.ts';
import { readOnNews } from './read-on-news.ts';
import type { Session } from './session.svelte.ts';

/** A day as the clock of this computer has it, with what happened on it. */
interface ActivityDay {
  /** When it began. */
  readonly fromMs: number;
  /** `undefined` where its entries were cleared away. */
  readonly count: ActivityCount | undefined;
}

/** What happened on the last days, today last. */
interface ActivityDays {
  readonly days: readonly ActivityDay[] | undefined;
  readonly close: () => void;
}

const gatherMs = 2_000;

/** For a component: it reads again when the clock comes to another day. */
export function createActivityDays(session: Session, clock: Clock, dayCount: number): ActivityDays {
  const answer = createAnswer<readonly ActivityDay[]>(session);

  const read = () =>
    answer.ask(async () => {
      const fromMs = beginsOfDays(new Date(clock.nowMs), dayCount);
      const counts = await session.client.activity.counts({ fromMs });
      return fromMs.map((begin, place) => ({ fromMs: begin, count: counts[place] }));
    });
  const close = readOnNews(session, ({ kind }) => kind === 'activity' || kind === 'snapshot', read, gatherMs);
  const today = $derived(new Date(clock.nowMs).toDateString());
  $effect(() => {
    if (today) void untrack(read);
  });

  return {
    get days() {
      return answer.value;
    },
    close,
  };
}

/** When the last days began, today's last: not all days have 24 hours. */
function beginsOfDays(today: Date, dayCount: number): number[] {
  return Array.from({ length: dayCount }, (_none, place) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - dayCount + 1 + place).getTime(),
  );
}
