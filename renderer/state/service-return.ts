import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { Answer } from './answer.svelte.ts';
import type { Session } from './session.svelte.ts';

/** What can be seen of a thing that the service told, or was asked for. */
interface Told {
  /** When the service told it, where it could not be asked. */
  readonly asOfMs?: number | undefined;
  /** It is only what waits for the service. */
  readonly isPartial?: boolean | undefined;
  readonly error?: ErrorRecord | undefined;
}

/**
 * Has an answer of the service read again once the service is back, unless all of it is of now.
 * @returns what ends that
 */
export function readOnReturn(
  session: Session,
  answer: Pick<Answer<object>, 'value' | 'isFailed' | 'busy'>,
  read: () => unknown,
): () => void {
  let isOnline = isOnlineIn(session);
  return session.subscribe(({ kind }) => {
    if (kind !== 'status' && kind !== 'snapshot') return;
    const wasOnline = isOnline;
    isOnline = isOnlineIn(session);
    const { value = [], isFailed, busy } = answer;
    const told: readonly Told[] = [value].flat();
    if (isOnline && !wasOnline && (isFailed || busy || told.some(isOld))) void read();
  });
}

const isOnlineIn = ({ status }: Session): boolean => status?.connection.state === 'online';

const isOld = ({ asOfMs, isPartial, error }: Told): boolean => asOfMs !== undefined || isPartial === true || !!error;
