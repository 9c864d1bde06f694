/**
 * How many threads Node has for waiting for the system: four unless its environment says otherwise before it starts. What
 * a disk is asked to flush at the same time shares its flushes, so that many small files take a fraction of the time with
 * more. Plain JavaScript: whoever starts Node reads it before there is anything that reads types.
 */
export const flushingThreads = 64;

/** The environment that a process which writes to libraries is started in. */
export const flushingEnvironment = { UV_THREADPOOL_SIZE: String(flushingThreads) };
