import { ownFolder } from '../tree/own-folder.ts';

/** Where the service's versions are kept that stand against a file of the library. */
export const conflictFolder = `${ownFolder}/conflicts`;
