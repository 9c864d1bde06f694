import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the files of one test file, which is removed at its end. */
export function useLookFolder(): { readonly put: (name: string, content: string | Uint8Array) => string } {
  const folder = mkdtempSync(join(tmpdir(), 'cadsync-look-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    put(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content, typeof content === 'string' ? 'latin1' : undefined);
      return path;
    },
  };
}
