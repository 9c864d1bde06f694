/** A file was not taken; `data` is the app's record of why, where it answered. */
export class FileNotTakenError extends Error {
  override readonly name = 'FileNotTakenError';
  readonly data: unknown;

  constructor(answer: string) {
    super('The file was not taken.');
    try {
      this.data = JSON.parse(answer);
    } catch {
      // A browser ends what it sends where the file changes, and has no answer then.
      this.data = { code: 'addition-broken-off' };
    }
  }
}
