/** Of so many files at once a person may say what they show. Apart from the records: the window carries no schemas. */
export const mostAssignedAtOnce = 2_000;

/** So many characters the name of a kind of content may have. */
export const longestContentType = 128;

/** It is one line that can be seen: it is part of keys, which people read and type. */
export const contentTypeForm = /^\P{Cc}*$/u;
