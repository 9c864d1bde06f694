#!/usr/bin/env node
// The command `cadsync`: the engine without a window.
import { cadsyncBundle, keepBundle } from './cadsync-bundle.mjs';
import { cadsyncProcess } from './cadsync-process.mjs';
import { ensureInstalled, run, runFirst } from './run.mjs';

ensureInstalled();
// Where it cannot be bundled, on a disk that is read-only for example, the sources run as they are.
if (!cadsyncBundle().isThere) runFirst('build/build-cadsync.ts');
const { folder, isThere } = cadsyncBundle();
if (isThere) keepBundle(folder);

const args = process.argv.slice(2);
const { script, nodeOptions, environment } = cadsyncProcess(args);
run(script, args, { nodeOptions, environment });
