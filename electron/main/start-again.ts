import { app } from 'electron';
import { argumentsOfNextStart } from './launch.ts';
import { programFile } from './login-item.ts';

/** Ends the app at once, and starts it with its window. */
export function startAgain(): void {
  app.relaunch({ execPath: programFile(), args: argumentsOfNextStart(process.argv) });
  // Where it ends with 0, the updater would try to install while the app starts.
  app.exit(1);
}
