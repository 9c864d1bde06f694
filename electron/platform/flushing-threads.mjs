/**
 * How many of Node's threads wait for the system. It has four unless its environment says otherwise before it starts; but
 * what a disk is asked to flush at the same time shares its flushes, so that many small files take a fraction of the time
 * with more. Plain JavaScript: what starts Node reads it before there is anything that reads types.
 */
export const flushingThreads = 64;

/** The environment that a process which writes to libraries is started in. */
export const flushingEnvironment = { UV_THREADPOOL_SIZE: String(flushingThreads) };
