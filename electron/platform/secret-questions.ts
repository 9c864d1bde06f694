/** A person who refused is not asked again at once. */
const restMs = 5 * 60_000;

/**
 * Questions that may put up a dialog of the system: one for all who ask the same, and for some time none where it failed.
 * @param ask whether it was answered
 */
export function createSecretQuestions(ask: (account: string) => Promise<boolean>, now: () => number) {
  const underWay = new Map<string, Promise<void>>();
  const failedAt = new Map<string, number>();

  async function putNow(account: string): Promise<void> {
    const isAnswered = await ask(account);
    underWay.delete(account);
    if (isAnswered) failedAt.delete(account);
    else failedAt.set(account, now());
  }

  return {
    async put(account: string): Promise<void> {
      const failed = failedAt.get(account);
      if (failed !== undefined && now() - failed < restMs) return;
      const question = underWay.get(account) ?? putNow(account);
      underWay.set(account, question);
      await question;
    },
    putFailedAgain: (): void => failedAt.clear(),
  };
}
