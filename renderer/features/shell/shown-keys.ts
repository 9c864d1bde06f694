import { keyCaps } from '../../../shared/words/actions.ts';
import type { App } from '../../state/app.svelte.ts';

/** Keys as they stand on the keyboard of this computer, in the language of the window. */
export const shownKeys = ({ session, language }: App, keys: string): readonly string[] =>
  keyCaps(keys, session.snapshot?.platform === 'darwin', language);
