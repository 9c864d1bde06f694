import { isDeepStrictEqual } from 'node:util';
import type { CadValidationRequest } from '../../../shared/api/schemas/validation-request.ts';
import { timeOf } from '../../../shared/api/schemas/wire-values.ts';
import { newTicketNumber } from '../../../shared/model/ticket-number.ts';
import { isBehind, type Write, type WriteId, type WriteRecord } from './write.ts';

/** Of a write, what tells whether it is another one once more. */
export type ComparedWrite = Pick<WriteRecord, 'input' | 'file' | 'title' | 'madeMs'>;

type Compare = (earlier: ComparedWrite, asked: ComparedWrite) => boolean;

/**
 * What waits already and is the very same, of the same asker. What was said of its subject since would be the last word
 * then: it is asked for anew. So it is where the service refused it, which asking again may mend.
 * @param how without `isAgain`, whatever is asked counts
 */
export function findAsked(
  writes: readonly Write[],
  id: WriteId,
  asked: WriteRecord,
  { isAgain }: { readonly isAgain?: Compare },
): Write | undefined {
  if (!isAgain) return undefined;
  const isAsked = (write: Write): boolean =>
    write.operation === id && write.madeBy === asked.madeBy && !write.error && isAgain(write, asked);
  const at = writes.findLastIndex(isAsked);
  const earlier = writes[at];
  const isSaidSince = writes
    .slice(at + 1)
    .some(({ subjects }) => earlier && isBehind({ needs: [], subjects }, earlier));
  return isSaidSince ? undefined : earlier;
}

export const isSameInput: Compare = (earlier, asked) => isSameJson(earlier.input, asked.input);

export const areSameBytes: Compare = ({ file }, asked) =>
  file?.sha256 === asked.file?.sha256 && file?.fileName === asked.file?.fileName;

/** The same is asked of the same ticket, or of one whose number was only made up for it. */
export const isSameRequest: Compare = (earlier, asked) => isSameJson(requestedIn(earlier), requestedIn(asked));

/** Whatever the moment was. A number that was made up says no more than that. */
function requestedIn({ input, madeMs }: ComparedWrite): object {
  const { ticketNumber, requestDate, ...request } = input.body as CadValidationRequest;
  const momentsMs = [madeMs, requestDate === undefined ? undefined : timeOf(requestDate)];
  const isMadeUp = momentsMs.some((ms) => ms !== undefined && ticketNumber === newTicketNumber(ms));
  return isMadeUp ? request : { ...request, ticketNumber };
}

/** What waits since an earlier start was read from the disk, where what is undefined is not there. */
function isSameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}
