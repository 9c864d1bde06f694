import { afterEach } from 'vitest';
import { giveBackAll } from './kept-states.ts';

// Registered before those of the test files, it is the last of them to run.
afterEach(giveBackAll);
