/** The field of the library's header that takes files to be added; an action opens its dialog, too. */
export const filesToAddId = 'files-to-add';
