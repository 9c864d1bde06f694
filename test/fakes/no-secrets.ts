import type { SecretsPort } from '../../electron/engine/application/connection-ports.ts';

/** A keychain that has nothing, takes nothing and says so. */
export const noSecrets: SecretsPort = {
  get: async () => undefined,
  set: async () => undefined,
  placeOf: async () => 'none',
  probe: async () => 'noKeyring',
  keychain: 'noKeyring',
};
