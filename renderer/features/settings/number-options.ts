/** The usual values of a setting, and the one that is set where it is none of them, as a list to choose from. */
export function numberOptions(usual: readonly number[], current: number, say: (value: number) => string) {
  const values = [...new Set([...usual, current])].sort((a, b) => a - b);
  return values.map((value) => ({ value: String(value), text: say(value) }));
}
