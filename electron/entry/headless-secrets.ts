import { createRedactor } from '../client/redactor.ts';
import type { SecretsPort } from '../engine/application/connection-ports.ts';
import { userSecrets } from './user-secrets.ts';

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
  const secrets = userSecrets(redactor, { onlyLooks: may === 'look', patienceMs });
  return { secrets, redact: (text) => redactor.redact(text) };
}
