import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';

/** A name of this machine and perhaps a port. Not read as an address: that would cost more than all else of a lookup. */
const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;
const loopbackOrigin = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Refuses requests that a web page could have made under a name of its own (DNS rebinding): this service is asked by
 * programs of this machine, under a name of this machine, or through a balancer under one of the names it was told.
 * @param balancerHosts names, with a port where the address has one; in lower case
 * @throws AppError `invalid-request`
 */
export function refuseForeignOrigin({ headers }: FastifyRequest, balancerHosts: readonly string[]): void {
  const isKnown = (host: string): boolean => loopbackHost.test(host) || balancerHosts.includes(host.toLowerCase());
  if (!isKnown(headers.host ?? '')) throw refused('host');
  const { origin } = headers;
  if (origin !== undefined && !loopbackOrigin.test(origin) && !isKnown(hostOf(origin))) throw refused('origin');
  if (balancerHosts.length === 0) return;
  // It stands in addresses that are answered.
  const forwarded = headers['x-forwarded-host'];
  if (forwarded === undefined) return;
  const hosts = [forwarded].flat().flatMap((text) => text.split(','));
  if (!hosts.every((host) => isKnown(host.trim()))) throw refused('x-forwarded-host');
}

function hostOf(origin: string): string {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? '';
}

function refused(name: 'host' | 'origin' | 'x-forwarded-host'): AppError {
  const detail = 'only names of this machine, or of a balancer it was told of, are answered';
  return new AppError('invalid-request', { faults: [{ in: 'header', name, detail }] });
}
