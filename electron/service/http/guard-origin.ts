import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';

/** A name of this machine and perhaps a port. Not read as an address: that would cost more than all else of a lookup. */
const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;
const loopbackOrigin = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Refuses requests that a web page could have made under a name of its own (DNS rebinding): this service is asked by
 * programs of this machine, under a name of this machine.
 * @throws AppError `invalid-request`
 */
export function refuseForeignOrigin({ headers }: FastifyRequest): void {
  if (!loopbackHost.test(headers.host ?? '')) throw refused('host');
  if (headers.origin !== undefined && !loopbackOrigin.test(headers.origin)) throw refused('origin');
}

function refused(name: 'host' | 'origin'): AppError {
  const detail = 'only names of this machine are answered';
  return new AppError('invalid-request', { faults: [{ in: 'header', name, detail }] });
}
