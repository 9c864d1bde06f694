import { setFlagsFromString } from 'node:v8';

/**
 * Files up to this size are read sooner by code that was compiled fast than by code that was compiled well. Measured with
 * occt-import-js: a STEP file of 440 kB takes 0.5 s instead of 1.3 s of processor, and after 12 of them both are even.
 */
const quickCompileBytes = 4 * 1024 * 1024;

const quick = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];
const usual = ['--wasm-tier-up', '--wasm-dynamic-tiering'];

/** The compiler is chosen for the whole process, so reads that overlap share the choice of the first. */
let quickReads = 0;

/** Has WebAssembly that is loaded during `work` compiled fast instead of well, where the file is small. */
export async function withFittingCompiler<T>(sizeBytes: number, work: () => Promise<T>): Promise<T> {
  if (sizeBytes > quickCompileBytes) return work();
  quickReads += 1;
  if (quickReads === 1) setFlags(quick);
  try {
    return await work();
  } finally {
    quickReads -= 1;
    if (quickReads === 0) setFlags(usual);
  }
}

function setFlags(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
