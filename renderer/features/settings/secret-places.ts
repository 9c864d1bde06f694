import type { ConnectionRecord } from '../../../shared/rpc/status-records.ts';

/** Where the secrets of a service are kept. */
export type SecretPlaces = Pick<ConnectionRecord, 'clientSecret' | 'licenseCode'>;

export const nowhere: SecretPlaces = { clientSecret: 'none', licenseCode: 'none' };
