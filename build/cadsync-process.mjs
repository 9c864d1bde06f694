import { fileURLToPath } from 'node:url';
import { flushingEnvironment } from '../electron/platform/flushing-threads.mjs';
import { cadsyncBundle } from './cadsync-bundle.mjs';

const source = fileURLToPath(new URL('../electron/entry/cadsync.ts', import.meta.url));

/**
 * How the command `cadsync` runs with these arguments: the script, with what options of Node, and in what environment
 * where nobody says otherwise. Where no bundle of the sources was made, they run themselves.
 */
export function cadsyncProcess([command]) {
  const { script, isThere } = cadsyncBundle();
  return {
    script: isThere ? script : source,
    nodeOptions: [`--max-semi-space-size=${roomForNewObjectsMegabytes(command)}`],
    environment: {
      // What Node made of the sources is kept: making it again takes a third of the time of a start.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.compiled', import.meta.url)),
      // On Linux every thread would else keep megabytes of freed memory for itself; other systems do not look at it.
      MALLOC_ARENA_MAX: '2',
      ...flushingEnvironment,
    },
  };
}

/**
 * Gigabytes of files pass through, but few objects are made for them: V8's usual room for new ones is seldom full, so
 * that buffers which were done with long ago pile up behind it, and every 64 MB of those make it look through all there
 * is instead. That takes a third of the time of a first sync, and half of that of a ZIP. With less room, what lives
 * through a request is copied more often, of which the service has little and the engine more.
 */
function roomForNewObjectsMegabytes(command) {
  return command === 'serve' ? 2 : 8;
}
