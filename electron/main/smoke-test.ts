import { app } from 'electron';
import type { DesktopApp } from './desktop-app.ts';
import type { ShellClock } from './shell-clock.ts';

/** A slow computer, and one that looks for viruses in every file, needs a while. */
const patienceMs = 60_000;

/** Ends the app as soon as it is up, with exit code 0; with 1 where it does not come up in time. */
export async function endOnceUp(desktop: DesktopApp, clock: ShellClock): Promise<void> {
  const late = Promise.withResolvers<false>();
  const takeBack = clock.after(patienceMs, () => late.resolve(false));
  const isUp = await Promise.race([desktop.isUp.then(() => true), late.promise]);
  takeBack();
  process.stdout.write(isUp ? 'The app is up.\n' : 'The app did not come up in time.\n');
  await desktop.close();
  app.exit(isUp ? 0 : 1);
}
