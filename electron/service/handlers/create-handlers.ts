import { createAppendInTurn } from './append-in-turn.ts';
import { createDataInformationHandlers } from './data-information-handlers.ts';
import { createExportHandlers } from './export-handlers.ts';
import { createFileHandlers } from './file-handlers.ts';
import { createFilterHandlers } from './filter-handlers.ts';
import type { HandlerPorts, Handlers } from './handler.ts';
import { createMetadataHandlers } from './metadata-handlers.ts';
import { createMetadataLookupHandlers } from './metadata-lookup-handlers.ts';
import { createProductHandlers } from './product-handlers.ts';
import { createStandardHandlers } from './standard-handlers.ts';
import { createValidationHandlers } from './validation-handlers.ts';
import { createVersionHandlers } from './version-handlers.ts';

/** A handler for each of the 30 operations. */
export function createHandlers(ports: HandlerPorts): Handlers {
  const appendInTurn = createAppendInTurn(ports.store.versions);
  return {
    ...createDataInformationHandlers(ports),
    ...createExportHandlers(ports),
    ...createFileHandlers(ports),
    ...createFilterHandlers(ports),
    ...createMetadataHandlers(ports, appendInTurn),
    ...createMetadataLookupHandlers(ports),
    ...createProductHandlers(ports),
    ...createStandardHandlers(ports),
    ...createValidationHandlers(ports),
    ...createVersionHandlers(ports, appendInTurn),
  };
}
