import { contract } from '../../shared/api/contract.ts';
import { acceptsHeader, filesWithMetadata, type OperationShape } from '../../shared/api/operation.ts';
import type { Answer } from './exchange.ts';

/** What a service takes beyond the interface, as its last list of metadata said. */
export interface AcceptedExtras {
  /** To be told of every answer. */
  note(operation: OperationShape, headers: Answer['headers']): void;
  /** Whether metadata may bring short files along. */
  hasFileWithMetadata(): boolean;
}

/** Of a service that said nothing yet: nothing. */
export function createAcceptedExtras(): AcceptedExtras {
  let takesFile = false;
  return {
    note({ number }, headers) {
      if (number !== contract.listMetadata.number) return;
      const words = (headers[acceptsHeader] ?? '').split(',').map((word) => word.trim());
      takesFile = words.includes(filesWithMetadata);
    },
    hasFileWithMetadata: () => takesFile,
  };
}
