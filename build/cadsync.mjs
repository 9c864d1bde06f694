#!/usr/bin/env node
// The command `cadsync`: the engine without a window.
import { runInstalled } from './run.mjs';

runInstalled('electron/entry/cadsync.ts', process.argv.slice(2));
