import { startWindowServer } from '../fakes/window-server.ts';

/** The server of the window as a process of its own, for as long as its parent listens. */
const server = await startWindowServer();
process.once('disconnect', () => void server.close());
process.send?.(server.address);
