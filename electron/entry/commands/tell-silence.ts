import { createFormats } from '../../../shared/words/formats.ts';
import type { Silence } from '../../client/exchange.ts';
import { printNote } from './output.ts';

/** Says on standard error that a command waits for the app that was asked. */
export function tellSilentApp(): void {
  printNote(
    'The app or sync that runs has not answered yet; this waits for it. Ctrl+C ends the wait and nothing else.',
  );
}

/** Says on standard error what a command waits for, and how long it will, while the service says nothing. */
export function tellSilence({ origin, silentMs, leftMs }: Silence): void {
  const { duration } = createFormats('en');
  // Timers fire a little early, too.
  const left = Math.max(1, Math.round(leftMs / 1_000)) * 1_000;
  printNote(`The service at ${origin} has not answered for ${duration(silentMs)}; it is given ${duration(left)} more.`);
}
