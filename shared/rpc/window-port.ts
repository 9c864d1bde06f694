/** What the page says to its preload script, and that to the main process: "give me a port to the engine". */
export const askForPort = 'cadsync:connect';

/** What comes back the same way, with the port. */
export const portIsHere = 'cadsync:port';
