import type { LibraryRecord } from '../../../shared/rpc/library-records.ts';
import type { App } from '../../state/app.svelte.ts';

/** Pauses a library, or has it go on, and says so with the way back. */
export function setPaused(
  app: App,
  { libraryId, name }: Pick<LibraryRecord, 'libraryId' | 'name'>,
  isPaused: boolean,
): Promise<unknown> {
  const { pausing } = app.texts.library;
  const turn = (to: boolean): Parameters<App['act']>[0] => {
    const settings = { isPaused: to };
    return (client) => client.libraries.saveSettings({ libraryId, settings, confirmed: true });
  };
  // Of one library only what it does now is said, and only that can be taken back.
  const done = (to: boolean) => ({
    text: to ? pausing.paused(name) : pausing.resumed(name),
    topic: `pausing ${libraryId}`,
  });
  return app.act(turn(isPaused), () => done(isPaused), { act: turn(!isPaused), done: () => done(!isPaused) });
}
