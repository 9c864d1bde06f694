/** Milliseconds since 1970 by the database’s clock, which is the same for all processes whatever theirs say. */
export const databaseNow = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
