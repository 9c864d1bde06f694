#!/usr/bin/env node
// The command `cadsync`: the engine without a window.
import { cadsyncProcess } from './cadsync-process.mjs';
import { runInstalled } from './run.mjs';

const { script, nodeOptions, environment } = cadsyncProcess;

runInstalled(script, process.argv.slice(2), { nodeOptions, environment });
