import { beforeAll } from 'vitest';
import { BrowserWindow } from './browser-window.ts';

// Registered before those of the test files, it is the first of them to run.
beforeAll(() => BrowserWindow.forgetAll());
