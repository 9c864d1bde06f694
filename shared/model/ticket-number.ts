/** Clock ticks since the year 1, as the service's other clients number their tickets. */
export function newTicketNumber(nowMs: number): string {
  return String(BigInt(Math.trunc(nowMs)) * 10_000n + 621_355_968_000_000_000n);
}
