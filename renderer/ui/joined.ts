/** Small facts on one line; what is empty or not known is left out. */
export function joined(...facts: readonly (string | undefined)[]): string {
  return facts.filter((fact) => fact).join(' · ');
}
