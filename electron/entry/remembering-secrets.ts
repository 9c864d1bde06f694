import type { Redactor } from '../client/redactor.ts';
import type { SecretsPort } from '../engine/application/host-ports.ts';

/** Secrets whose values the log then knows to leave out. */
export function rememberingSecrets(secrets: SecretsPort, redactor: Redactor): SecretsPort {
  return {
    async get(name) {
      const value = await secrets.get(name);
      return value === undefined ? undefined : redactor.remember(value);
    },
    set: (name, value) => secrets.set(name, value === undefined ? undefined : redactor.remember(value)),
    get kept() {
      return secrets.kept;
    },
  };
}
