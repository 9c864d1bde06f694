import { AppError } from '../../shared/errors/app-error.ts';
import type { Client } from './auth/clients.ts';
import type { BlobShelf } from './blobs/blob-shelf.ts';
import type { Blobs } from './blobs/blobs.ts';
import type { Handlers } from './handlers/handler.ts';

/** What requests of one tenant are answered with. */
export interface ServedTenant {
  /** For those without a token only what may be asked without one. */
  readonly handlers: Partial<Handlers>;
  /** Where the files of requests go, and those of answers come from. */
  readonly blobs: Pick<Blobs, 'receive' | 'open'>;
  /** Where files are kept that come along with their metadata; a service that only passes on keeps none. */
  readonly shelf?: Pick<BlobShelf, 'keep'>;
  /** Resolves once the disk has everything that can be read now. */
  readonly settled: () => Promise<void>;
}

/** Chooses by the client whose data a request is about; undefined: nobody's, because it has no token. */
export type TenantOf = (client: Client | undefined) => Promise<ServedTenant>;

/** Answers what may be asked without a token, and has nobody's data. */
export function servedWithoutToken({ getDataInformation }: Pick<Handlers, 'getDataInformation'>): ServedTenant {
  const refuse = async (): Promise<never> => {
    throw new AppError('invalid-token');
  };
  return { handlers: { getDataInformation }, blobs: { receive: refuse, open: refuse }, settled: async () => undefined };
}
