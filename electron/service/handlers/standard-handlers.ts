import { AppError } from '../../../shared/errors/app-error.ts';
import type { HandlerPorts, Handlers } from './handler.ts';

const maxNameLength = 256;

/** Operations 11 and 12: CAD standards. */
export function createStandardHandlers({ store }: HandlerPorts): Pick<Handlers, 'getStandards' | 'storeStandard'> {
  return {
    async getStandards({ params }) {
      const id = params.id?.trim() ?? '';
      if (id === '' || id.toLowerCase() === 'all') return { value: toDictionary(await store.standards.list()) };
      const standard = await store.standards.find(id);
      if (!standard) throw new AppError('not-found', { detail: 'There is no such standard.' });
      return { value: toDictionary([standard]) };
    },
    async storeStandard({ body }) {
      const name = (typeof body === 'string' ? body : body.standardName).trim();
      if (name === '' || name.length > maxNameLength) {
        const detail = `a standard name has 1 to ${maxNameLength} characters`;
        throw new AppError('invalid-request', { faults: [{ in: 'body', pointer: '', detail }] });
      }
      return { value: toDictionary([await store.standards.put(name)]) };
    },
  };
}

function toDictionary(standards: readonly { standardId: string; standardName: string }[]): Record<string, string> {
  return Object.fromEntries(standards.map(({ standardId, standardName }) => [standardId, standardName]));
}
