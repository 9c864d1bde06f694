#!/usr/bin/env node
// The command `cadsync`: the engine without a window.
import { cadsyncProcess } from './cadsync-process.mjs';
import { runInstalled } from './run.mjs';

const args = process.argv.slice(2);
const { script, nodeOptions, environment } = cadsyncProcess(args);

runInstalled(script, args, { nodeOptions, environment });
