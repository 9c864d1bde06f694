/** How much is brought in at once. Apart from the records: the window carries no schemas. */
export const mostFilesAdded = 5_000;
/** Places of this computer that are looked at in one call. */
export const mostPathsLooked = 1_000;
/** The status of an answer that comes before all bytes of a file were sent. */
export const decidedEarly = 409;
