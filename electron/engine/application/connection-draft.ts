import { AppError } from '../../../shared/errors/app-error.ts';
import {
  addressFault,
  connectionOrigins,
  keptAddress,
  unencryptedOrigins,
  type ServiceAddresses,
} from '../../../shared/model/service-address.ts';
import type { ConnectionSettings } from '../state/settings-store.ts';
import type { GivenSecrets } from './connection-session.ts';

/** A connection as a person enters it, with the secrets they gave for it. */
export interface ConnectionDraft extends ShownConnection {
  readonly secrets: GivenSecrets;
  /** What was set up when they entered it. */
  readonly shown?: ShownConnection | undefined;
}

interface ShownConnection extends ServiceAddresses {
  readonly clientId: string;
}

/** For which addresses a person accepted that plain `http:` is used. */
type Accepted = Pick<ConnectionSettings, 'httpAcceptedFor'>;

/**
 * A connection as it is kept.
 * @param before the connection that is set up
 * @returns also the origins of it that a person has to accept first
 * @throws AppError for the first address that is none
 */
export function settingsOf(
  before: Accepted,
  { secrets: _, shown: __, ...typed }: ConnectionDraft,
  isAccepted: boolean,
) {
  const origins = checkedOrigins(typed);
  const draft = asKept(typed);
  const open = unencryptedOrigins(draft);
  const wasAccepted = before.httpAcceptedFor === origins;
  const settings: ConnectionSettings = { ...draft, httpAcceptedFor: open.length > 0 ? origins : '', kind: 'remote' };
  return { settings, origins, unencrypted: isAccepted || wasAccepted ? [] : open };
}

/** @throws AppError `address-not-encrypted`, or for the first address that is none */
export function encryptedOrAccepted(before: Accepted, draft: ConnectionDraft, isAccepted: boolean): ConnectionSettings {
  const { settings, unencrypted } = settingsOf(before, draft, isAccepted);
  if (unencrypted.length > 0) throw new AppError('address-not-encrypted', { detail: `${unencrypted.join(', ')}.` });
  return settings;
}

function asKept({ clientId, ...typed }: ShownConnection): ShownConnection {
  return {
    contentAddress: keptAddress(typed.contentAddress),
    dataAddress: keptAddress(typed.dataAddress),
    tokenAddress: keptAddress(typed.tokenAddress),
    clientId: clientId.trim(),
  };
}

/** @throws AppError for the first address that is none */
function checkedOrigins(addresses: ServiceAddresses): string {
  const { contentAddress, dataAddress, tokenAddress } = addresses;
  const others = [dataAddress, tokenAddress].filter((address) => address.trim() !== '');
  const fault = [contentAddress, ...others].map(addressFault).find((found) => found !== undefined);
  const origins = connectionOrigins(addresses);
  if (fault !== undefined || origins === undefined) throw new AppError(fault ?? 'address-invalid');
  return origins;
}
