import { buildShell } from '../build-shell.ts';
import { buildWindow } from '../build-window.ts';
import { packApp } from './pack-app.ts';

/**
 * `npm run package`: builds everything and makes the installers of this system in dist/installers. `-- --dir` stops at
 * the app as it will be installed.
 */
await buildWindow();
await buildShell();
await packApp({ as: process.argv.includes('--dir') ? 'dir' : 'installers' });
