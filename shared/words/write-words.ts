import type { WaitingWrite } from '../rpc/waiting-writes.ts';

/** What was asked of the service, in English, as the window and the command line call it. */
export const writeWords: Readonly<Record<WaitingWrite['operation'], string>> = {
  storeFile: 'CAD file',
  storeMetadata: 'New draft',
  release: 'Release',
  storeStandard: 'Standard',
  storeValidationFile: 'Validation file',
  storeValidationRequest: 'Validation request',
  setBimReady: 'BIM-ready status',
  storeFilter: 'Product filter',
};
