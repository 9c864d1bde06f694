/** The folder in a library that is ours; nothing in it is a CAD file of the library. */
export const ownFolder = '.cadlibrary';

/** The library's marker, below its root. */
export const markerPath = `${ownFolder}/library.json`;
