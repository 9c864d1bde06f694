import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses requests that a web page could have made under a name of its own (DNS rebinding): this service is asked by
 * programs of this machine, under a name of this machine.
 * @throws AppError `invalid-request`
 */
export function refuseForeignOrigin({ headers }: FastifyRequest): void {
  if (!loopbackNames.has(hostNameOf(`http://${headers.host ?? ''}`))) throw refused('host');
  if (headers.origin !== undefined && !loopbackNames.has(hostNameOf(headers.origin))) throw refused('origin');
}

function hostNameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}

function refused(name: 'host' | 'origin'): AppError {
  const detail = 'only names of this machine are answered';
  return new AppError('invalid-request', { faults: [{ in: 'header', name, detail }] });
}
