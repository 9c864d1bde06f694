import { keptAddress } from '../../../shared/model/service-address.ts';
import type { ConnectionRecord } from '../../../shared/rpc/status-records.ts';

/** The addresses of a service, in the order of the form. */
export const addresses = ['contentAddress', 'dataAddress', 'tokenAddress'] as const;
const fields = [...addresses, 'clientId'] as const;

/** What is written in the form, but for secrets. */
export type ConnectionDraft = Pick<ConnectionRecord, (typeof fields)[number]>;

export const emptyDraft: ConnectionDraft = { contentAddress: '', dataAddress: '', tokenAddress: '', clientId: '' };

/** As it is saved. */
export function trimmed({ contentAddress, dataAddress, tokenAddress, clientId }: ConnectionDraft): ConnectionDraft {
  return {
    contentAddress: keptAddress(contentAddress),
    dataAddress: keptAddress(dataAddress),
    tokenAddress: keptAddress(tokenAddress),
    clientId: clientId.trim(),
  };
}

/** Whether it would be saved as something else than what is. */
export function isOtherThan(draft: ConnectionDraft, saved: ConnectionDraft): boolean {
  return fields.some((name) => draft[name].trim() !== saved[name]);
}
