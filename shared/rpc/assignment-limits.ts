/** Of so many files at once a person may say what they show. Apart from the records: the window carries no schemas. */
export const mostAssignedAtOnce = 2_000;

/** So many characters the name of a kind of content may have. */
export const longestContentType = 128;
