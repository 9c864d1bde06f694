/** One of the engine's promises was broken. */
export class Violation extends Error {
  constructor(invariant: string, what: string) {
    super(`${invariant}: ${what}`);
    this.name = 'Violation';
  }
}
