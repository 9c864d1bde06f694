import type { ToCome } from '../../../shared/rpc/status-answer.ts';

/** Says after other counts what is to be fetched; empty where nothing is. */
export function describeToCome({ count, forPerson }: ToCome): string {
  if (count === 0) return '';
  return `; ${count} to be fetched${forPerson === 0 ? '' : `, ${forPerson} of them for you to look at`}`;
}
