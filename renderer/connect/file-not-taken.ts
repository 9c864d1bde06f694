/** A file was not taken; `data` is the app's record of why, where it answered. */
export class FileNotTakenError extends Error {
  override readonly name = 'FileNotTakenError';
  readonly data: unknown;

  constructor(answer: string) {
    super('The file was not taken.');
    try {
      this.data = JSON.parse(answer);
    } catch {
      this.data = { code: 'answer-incomplete' };
    }
  }
}
