import type { Redactor } from '../client/redactor.ts';
import type { SecretsPort } from '../engine/application/connection-ports.ts';

/** Secrets whose values the log then knows to leave out. */
export function rememberingSecrets(secrets: SecretsPort, redactor: Redactor): SecretsPort {
  return {
    async get(name, boundTo) {
      const value = await secrets.get(name, boundTo);
      return value === undefined ? undefined : redactor.remember(value);
    },
    set: (name, value, boundTo) =>
      secrets.set(name, value === undefined ? undefined : redactor.remember(value), boundTo),
    placeOf: (name, boundTo) => secrets.placeOf(name, boundTo),
    probe: () => secrets.probe(),
    get keychain() {
      return secrets.keychain;
    },
  };
}
