import { describeError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { EngineCalls } from '../../../shared/rpc/command-contract.ts';
import type { Standing } from '../../../shared/rpc/standings.ts';

/** What was asked of the service that is connected while it was away. */
export interface Requests {
  readonly waiting: number;
  /** The service refused them, or what they cannot be done without: a person has to look at them. */
  readonly refused: number;
  /** Why nobody knows what waits, in each state of which that is so. */
  readonly problems: readonly ErrorRecord[];
}

/** How many of them wait, and how many were refused; never rejects because they cannot be read. */
export async function requestsOf({ list }: EngineCalls['writes']): Promise<Requests> {
  try {
    const ofHere = (await list()).filter(({ otherService }) => otherService === undefined);
    const refused = ofHere.filter(({ isStuck }) => isStuck).length;
    return { waiting: ofHere.length - refused, refused, problems: [] };
  } catch (error) {
    return { waiting: 0, refused: 0, problems: [toAppError(error).toRecord()] };
  }
}

/** What several states have, as one. */
export function addUpRequests(all: readonly Requests[]): Requests {
  const sum = (name: 'waiting' | 'refused'): number => all.reduce((total, requests) => total + requests[name], 0);
  return { waiting: sum('waiting'), refused: sum('refused'), problems: all.flatMap(({ problems }) => problems) };
}

export function standingsOfRequests({ waiting, refused, problems }: Requests): Standing[] {
  return [
    ...(waiting > 0 ? ['underWay' as const] : []),
    ...(refused + problems.length > 0 ? ['needsYou' as const] : []),
  ];
}

export function describeRequests({ waiting, refused, problems }: Requests): string[] {
  return [
    ...(waiting > 0 ? [describeWaiting(waiting)] : []),
    ...(refused > 0 ? [describeRefused(refused)] : []),
    ...problems.map((error) => describeError(error)),
  ];
}

/** How much of what was asked for while the service was away waits for it. */
export function describeWaiting(count: number): string {
  const requests = count === 1 ? '1 request' : `${count} requests`;
  return `${requests} made while the service was away still ${count === 1 ? 'waits' : 'wait'} for it.`;
}

function describeRefused(count: number): string {
  const requests = count === 1 ? '1 request' : `${count} requests`;
  return `${requests} made while the service was away ${count === 1 ? 'needs' : 'need'} you: "cadsync addins where" says why.`;
}
