/** Of so many files at once a command may have releases queued, or taken back. */
export const mostReleasedAtOnce = 10_000;

/** So many characters a comment on a release may have. */
export const longestComment = 4_000;
