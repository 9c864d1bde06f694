/** How much of what was asked for while the service was away waits for it. */
export function describeWaiting(count: number): string {
  const requests = count === 1 ? '1 request' : `${count} requests`;
  return `${requests} made while the service was away still ${count === 1 ? 'waits' : 'wait'} for it.`;
}

/** How much of it was refused, so that a person has to look at it. */
export function describeRefused(count: number): string {
  const requests = count === 1 ? '1 request' : `${count} requests`;
  return `${requests} made while the service was away ${count === 1 ? 'needs' : 'need'} you: "cadsync addins where" says why.`;
}
