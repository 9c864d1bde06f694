import type { Keychain } from '../../electron/platform/secrets.ts';

/** A system keychain in memory: `entries` has the secrets by account. */
export function createKeychain(): Keychain & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getPassword: async (_service, account) => entries.get(account) ?? null,
    setPassword: async (_service, account, password) => void entries.set(account, password),
    deletePassword: async (_service, account) => entries.delete(account),
  };
}
