import { AppError } from '../../../shared/errors/app-error.ts';

/**
 * Operation 29 names every fault with its pointer only for `beautifyErrors=1`; else it answers one line (service
 * decisions, 29).
 */
export function condenseFilterFaults(thrown: unknown, url: string): unknown {
  if (!(thrown instanceof AppError) || thrown.faults.length === 0) return thrown;
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const wanted = [...query].some(([name, value]) => name.toLowerCase() === 'beautifyerrors' && value === '1');
  if (wanted) return thrown;
  const [first] = thrown.faults;
  const place = first?.pointer || first?.name;
  return new AppError(thrown.code, {
    detail: [place, first?.detail].filter((text) => text).join(': '),
    cause: thrown,
  });
}
