#!/usr/bin/env node
// The command `cadsync`: the engine without a window.
import { fileURLToPath } from 'node:url';
import { runInstalled } from './run.mjs';

// What Node made of the sources is kept: making it again takes a third of the time of a start.
const compiled = fileURLToPath(new URL('../node_modules/.compiled', import.meta.url));

runInstalled('electron/entry/cadsync.ts', process.argv.slice(2), { NODE_COMPILE_CACHE: compiled });
