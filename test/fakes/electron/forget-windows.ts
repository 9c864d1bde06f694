import { beforeAll } from 'vitest';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';

// Registered before those of the test files, it is the first of them to run.
beforeAll(() => {
  BrowserWindow.forgetAll();
  // An app whose last window another file closed, and to which its programs listened.
  app.hasQuit = false;
  app.removeAllListeners();
});
