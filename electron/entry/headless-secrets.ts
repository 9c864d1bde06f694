import { createRedactor } from '../client/redactor.ts';
import type { SecretsPort } from '../engine/application/host-ports.ts';
import { createSecrets } from '../platform/secrets.ts';
import { secretsFromEnvironment } from './environment.ts';
import { rememberingSecrets } from './remembering-secrets.ts';

/** Long enough for a person to unlock the keychain while a diagnosis waits. */
const patienceMs = 15_000;

/** The secrets as a command may look at them, and what hides them. */
export function headlessSecrets(): { readonly secrets: SecretsPort; readonly redact: (text: string) => string } {
  const redactor = createRedactor();
  const found = createSecrets({
    service: 'CAD Library Sync',
    given: secretsFromEnvironment(),
    onlyLooks: true,
    patienceMs,
  });
  return { secrets: rememberingSecrets(found, redactor), redact: (text) => redactor.redact(text) };
}
