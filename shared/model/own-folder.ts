/** The folder in a library that is ours; nothing in it is a CAD file of the library. */
export const ownFolder = '.cadlibrary';

/** Whether a folder of this name is ours: a disk that ignores case opens it under any spelling. */
export const isOwnFolder = (name: string): boolean => name.toLowerCase() === ownFolder;

/** The library's marker, below its root. */
export const markerPath = `${ownFolder}/library.json`;

/** Where the service's versions are kept in it that stand against a file of the library. */
export const conflictFolder = `${ownFolder}/conflicts`;

/** Where replaced files are kept: one folder per moment, in it the path at which the file stood. */
export const backupFolder = `${ownFolder}/backup`;
