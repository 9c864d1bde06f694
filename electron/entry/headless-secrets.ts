import { createRedactor } from '../client/redactor.ts';
import type { SecretsPort } from '../engine/application/connection-ports.ts';
import { createSecrets } from '../platform/secrets.ts';
import { secretsFromEnvironment } from './environment.ts';
import { rememberingSecrets } from './remembering-secrets.ts';

/** Long enough for a person to unlock the keychain while a diagnosis waits. */
const patienceMs = 15_000;

/**
 * The secrets of a command, and what hides them.
 * @param may only look at them, as most commands do, or change them
 */
export function headlessSecrets(may: 'look' | 'change' = 'look'): {
  readonly secrets: SecretsPort;
  readonly redact: (text: string) => string;
} {
  const redactor = createRedactor();
  const found = createSecrets({
    service: 'CAD Library Sync',
    given: secretsFromEnvironment(),
    onlyLooks: may === 'look',
    patienceMs,
  });
  return { secrets: rememberingSecrets(found, redactor), redact: (text) => redactor.redact(text) };
}
