/** In bytes. Of a longer file no save is kept that was not sent: copying it would keep the disk busy for long. */
export const longestHistoryBytes = 512e6;
