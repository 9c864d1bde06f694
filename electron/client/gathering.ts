import type { CallOptions } from '../../shared/api/caller.ts';
import { AppError } from '../../shared/errors/app-error.ts';

/** So many requests are under way before more items wait to share one. */
const requestsUnderWay = 2;

/** What a request is sent for. */
export type SharedCall = Pick<CallOptions, 'priority' | 'onServiceTime'> & { readonly signal: AbortSignal };

interface GatheringOptions<Item, Answer> {
  /** Begins a request: what it returns says of one item after the other whether there is room for it too. */
  readonly startFilling: () => (item: Item) => boolean;
  /**
   * Sends items in one request.
   * @returns the answer to each of them, in their order; `undefined` for one that is to be sent once more, by itself
   */
  readonly send: (items: readonly Item[], call: SharedCall) => Promise<readonly (Answer | undefined)[]>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly call: SharedCall;
  /** A request for several was refused, and nobody knows for the sake of which; or it brought no answer to this one. */
  isAlone: boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  /** Told when nobody waits for it any more. */
  onLeft: () => void;
}

/** Asks for one item, perhaps together with others. @throws what the service answers; `cancelled` */
export type Gathering<Item, Answer> = (item: Item, call: SharedCall) => Promise<Answer>;

/**
 * Gathers short items that come while requests are under way, so that they share the next one: a request costs both sides
 * more than a short item does. Each is answered as if it had gone alone.
 */
export function createGathering<Item, Answer>({
  startFilling,
  send,
}: GatheringOptions<Item, Answer>): Gathering<Item, Answer> {
  type OneWaiting = Waiting<Item, Answer>;
  let waiting: readonly OneWaiting[] = [];
  let underWay = 0;
  let isBeginning = false;

  /** What comes in the same moment goes together. */
  function beginSoon(): void {
    if (isBeginning) return;
    isBeginning = true;
    setImmediate(() => {
      isBeginning = false;
      begin();
    });
  }

  function begin(): void {
    for (let next = nextOf(waiting, startFilling); next.length > 0; next = nextOf(waiting, startFilling)) {
      const isFull = next.length < waiting.length && !next.some(({ isAlone }) => isAlone);
      if (underWay >= requestsUnderWay && !isFull) return;
      waiting = waiting.slice(next.length);
      underWay += 1;
      void sendTogether(send, next).then((again) => {
        waiting = [...again, ...waiting];
        underWay -= 1;
        beginSoon();
      });
    }
  }

  return (item, call) =>
    untilAborted(call.signal, (resolve, reject) => {
      const one: OneWaiting = { item, call, isAlone: false, resolve, reject, onLeft: () => undefined };
      waiting = [...waiting, one];
      beginSoon();
      return () => {
        waiting = waiting.filter((other) => other !== one);
        one.onLeft();
      };
    });
}

/** The first of those that wait, as many as one request takes. */
function nextOf<Item, Answer>(
  waiting: readonly Waiting<Item, Answer>[],
  startFilling: GatheringOptions<Item, Answer>['startFilling'],
): readonly Waiting<Item, Answer>[] {
  const [first] = waiting;
  if (!first || first.isAlone) return waiting.slice(0, 1);
  const fits = startFilling();
  const end = waiting.findIndex(({ item, call, isAlone }, index) => {
    const hasRoom = fits(item);
    // What fits no request at all is for the service to refuse.
    return index > 0 && (!hasRoom || isAlone || call.priority !== first.call.priority);
  });
  return end < 0 ? waiting : waiting.slice(0, end);
}

/** @returns those that are to be sent again, each alone; of a request that was refused nothing was done */
async function sendTogether<Item, Answer>(
  send: GatheringOptions<Item, Answer>['send'],
  group: readonly Waiting<Item, Answer>[],
): Promise<readonly Waiting<Item, Answer>[]> {
  try {
    const answers = await send(
      group.map(({ item }) => item),
      callOf(group),
    );
    for (const [index, one] of group.entries()) {
      const answer = answers[index];
      if (answer !== undefined) one.resolve(answer);
    }
    return asAlone(group.filter((_one, index) => answers[index] === undefined));
  } catch (error) {
    if (group.length > 1 && isRefusal(error)) return asAlone(group);
    for (const { reject } of group) reject(error);
    return [];
  }
}

function asAlone<Item, Answer>(group: readonly Waiting<Item, Answer>[]): readonly Waiting<Item, Answer>[] {
  const awaited = group.filter(({ call }) => !call.signal.aborted);
  for (const one of awaited) one.isAlone = true;
  return awaited;
}

/** The call of a request ends when nobody waits for it any more. */
function callOf<Item, Answer>(group: readonly Waiting<Item, Answer>[]): SharedCall {
  const abort = new AbortController();
  for (const one of group) {
    one.onLeft = () => {
      if (group.every(({ call }) => call.signal.aborted)) abort.abort();
    };
  }
  return {
    priority: group[0]?.call.priority,
    onServiceTime: (timeMs) => {
      for (const { call } of group) call.onServiceTime?.(timeMs);
    },
    signal: abort.signal,
  };
}

/** One of several may be why, unless it was for asking too often. */
function isRefusal(error: unknown): boolean {
  const status = error instanceof AppError ? error.receivedStatus : undefined;
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

/** @param begin returns what takes back what it began */
function untilAborted<T>(
  signal: AbortSignal,
  begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  if (signal.aborted) reject(new AppError('cancelled'));
  else {
    const takeBack = begin(resolve, reject);
    const leave = (): void => {
      takeBack();
      reject(new AppError('cancelled'));
    };
    signal.addEventListener('abort', leave);
    void promise.finally(() => signal.removeEventListener('abort', leave)).catch(() => undefined);
  }
  return promise;
}
