import type { ServiceCaller } from '../../../shared/api/caller.ts';

/** Whoever is asked for what waits. */
export type AskedService = Pick<ServiceCaller, 'call' | 'upload' | 'download'>;

/** The same, until a signal says so: what is being asked then throws AppError `cancelled`. */
export function askedUntil(caller: AskedService, signal: AbortSignal): AskedService {
  return {
    call: (id, input, options) => caller.call(id, input, { ...options, signal }),
    upload: (id, input, file, options) => caller.upload(id, input, file, { ...options, signal }),
    download: (id, input, options) => caller.download(id, input, { ...options, signal }),
  };
}
