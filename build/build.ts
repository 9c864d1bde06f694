import { buildShell } from './build-shell.ts';
import { buildWindow } from './build-window.ts';

/** `npm run build`: everything that is packaged, into dist/. */
await buildWindow();
await buildShell();
