import { connectionOrigins } from '../../../shared/model/service-address.ts';
import type { MoveNote } from '../state/settings-store.ts';
import { store } from './connection-changes.ts';
import type { SecretName, SecretsPort } from './connection-ports.ts';
import type { GivenSecrets } from './connection-session.ts';

/**
 * Keeps the secrets that were given for the target of a move.
 * @returns those of which there were none before: they go with a move that is given up
 */
export async function storeForMove(
  secrets: SecretsPort,
  given: GivenSecrets,
  { target, before }: { readonly target: MoveNote['target']; readonly before: MoveNote | undefined },
): Promise<SecretName[]> {
  const origins = connectionOrigins(target);
  if (origins === undefined) return [];
  const isBegunAgain = before && before.state !== 'ended' && connectionOrigins(before.target) === origins;
  const added = new Set<SecretName>(isBegunAgain ? before.addedSecrets : []);
  for (const name of ['clientSecret', 'licenseCode'] as const) {
    if (given[name] !== undefined && (await secrets.placeOf(name, origins)) === 'none') added.add(name);
  }
  await store(secrets, given, origins);
  return [...added];
}

/**
 * Removes the secrets that came with a move that was given up: nothing else would, for its target never was connected.
 * @param staying origins that a person goes on with
 * @throws AppError `secret-not-removed`
 */
export async function removeAfterMove(secrets: SecretsPort, known: MoveNote | undefined, staying?: string) {
  if (!known || known.state === 'ended') return;
  const origins = connectionOrigins(known.target);
  if (origins === undefined || origins === staying) return;
  for (const name of known.addedSecrets) await secrets.set(name, undefined, origins);
}
