import type { Keychain } from '../../electron/platform/open-keychain.ts';

/** A system keychain in memory: `entries` has the secrets by account. While it is locked, it refuses every question. */
export function createKeychain(stored: Readonly<Record<string, string>> = {}) {
  const entries = new Map(Object.entries(stored));
  let isLocked = false;
  const unlessLocked = async <T>(answer: () => T): Promise<T> => {
    if (isLocked) throw new Error('User interaction is not allowed.');
    return answer();
  };
  return {
    entries,
    lock: () => void (isLocked = true),
    unlock: () => void (isLocked = false),
    getPassword: (_service, account) => unlessLocked(() => entries.get(account) ?? null),
    setPassword: (_service, account, password) => unlessLocked(() => void entries.set(account, password)),
    deletePassword: (_service, account) => unlessLocked(() => entries.delete(account)),
  } satisfies Keychain & Record<string, unknown>;
}
