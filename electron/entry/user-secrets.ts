import type { Redactor } from '../client/redactor.ts';
import type { SecretsPort } from '../engine/application/connection-ports.ts';
import type { KeychainOptions } from '../platform/open-keychain.ts';
import { createSecrets } from '../platform/secrets.ts';
import { secretsFromEnvironment } from './environment.ts';
import { rememberingSecrets } from './remembering-secrets.ts';

/** The secrets of this user, of the environment and the keychain. @param redactor hides them */
export function userSecrets(redactor: Redactor, how: Omit<KeychainOptions, 'service'> = {}): SecretsPort {
  const secrets = createSecrets({ service: 'CAD Library Sync', given: secretsFromEnvironment(), ...how });
  return rememberingSecrets(secrets, redactor);
}
