import { app } from 'electron';
import type { DesktopApp } from './desktop-app.ts';
import type { ShellClock } from './shell-clock.ts';

/** A slow computer, and one that looks for viruses in every file, needs a while. */
const patienceMs = 60_000;

/** Ends the app as soon as it is up, with exit code 0; with 1 where it does not come up in time. */
export async function endOnceUp(desktop: DesktopApp, clock: ShellClock): Promise<void> {
  const outcome = Promise.withResolvers<'up' | 'late'>();
  const takeBack = clock.after(patienceMs, () => outcome.resolve('late'));
  desktop.isUp.then(
    () => outcome.resolve('up'),
    () => outcome.resolve('late'),
  );
  const came = await outcome.promise;
  takeBack();
  process.stdout.write(came === 'up' ? 'The app is up.\n' : 'The app did not come up in time.\n');
  await desktop.close();
  app.exit(came === 'up' ? 0 : 1);
}
