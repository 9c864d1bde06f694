import { contract } from '../../shared/api/contract.ts';
import {
  acceptsHeader,
  filesWithMetadata,
  metadataWithFiles,
  type OperationShape,
} from '../../shared/api/operation.ts';
import type { Answer } from './exchange.ts';

/** What a service does beyond the interface, as its last list of metadata said. */
export interface AcceptedExtras {
  /** To be told of every answer. */
  note(operation: OperationShape, headers: Answer['headers']): void;
  /** Whether metadata may bring short files along. */
  takesFileWithMetadata(): boolean;
  /** Whether metadata is answered with the short files that it is about. */
  givesFilesTogether(): boolean;
}

/** Of a service that said nothing yet: nothing. */
export function createAcceptedExtras(): AcceptedExtras {
  let said: readonly string[] = [];
  return {
    note({ number }, headers) {
      if (number === contract.listMetadata.number)
        said = (headers[acceptsHeader] ?? '').split(',').map((word) => word.trim());
    },
    takesFileWithMetadata: () => said.includes(filesWithMetadata),
    givesFilesTogether: () => said.includes(metadataWithFiles),
  };
}
