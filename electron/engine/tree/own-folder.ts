/** The folder in a library that is ours; nothing in it is a CAD file of the library. */
export const ownFolder = '.cadlibrary';
