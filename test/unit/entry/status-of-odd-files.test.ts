import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { explainCommand } from '../../../electron/entry/commands/status.ts';
import type { ExplainedPaths } from '../../../shared/rpc/status-answer.ts';
import { createStateWithLibrary, type StateWithLibrary } from './state-with-library.ts';

let state: StateWithLibrary;
let outside: string;
beforeEach(() => {
  state = createStateWithLibrary();
  outside = join(dirname(state.root), 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'pump.rfa'), 'bytes');
});

const at = (path: string): string => join(state.root, path);

async function reasonsOf(...paths: string[]) {
  await explainCommand(paths, { stateDir: state.stateDir, usualStateDirs: [], json: true });
  return (JSON.parse(state.printed()) as ExplainedPaths).files.map(({ explanation }) => explanation.reason);
}

async function inWords(path: string): Promise<string> {
  await explainCommand([path], { stateDir: state.stateDir, usualStateDirs: [], json: false });
  return state.printed();
}

describe('status of something in a library that is no file', () => {
  it('says of a link, and of what is below one, that links are not followed, and nothing of what they lead to', async () => {
    symlinkSync(join(outside, 'pump.rfa'), at('link.rfa'));
    symlinkSync(outside, at('folder'), 'junction');
    symlinkSync(join(outside, 'nothing.rfa'), at('dangling.rfa'));
    expect(await reasonsOf(at('link.rfa'), at('folder'), at('dangling.rfa'), at('folder/pump.rfa'))).toEqual([
      { code: 'symbolicLink' },
      { code: 'symbolicLink' },
      { code: 'symbolicLink' },
      { code: 'belowLink', folder: 'folder' },
    ]);
    expect(await inWords(at('link.rfa'))).toBe(
      `${at('link.rfa')}\n  Left alone: it is a link, and links are not followed.\n`,
    );
  });

  it('follows links on the way to the library', async () => {
    const alias = join(dirname(state.root), 'alias');
    symlinkSync(state.root, alias, 'junction');
    writeFileSync(at('notes.txt'), 'no drawing');
    symlinkSync(join(outside, 'pump.rfa'), at('link.rfa'));
    expect(await reasonsOf(join(alias, 'notes.txt'), join(alias, 'link.rfa'))).toEqual([
      { code: 'notCad', extension: 'txt' },
      { code: 'symbolicLink' },
    ]);
  });

  it.skipIf(process.platform === 'win32')('names a pipe, a socket and a device, and opens none', async () => {
    execFileSync('mkfifo', [at('pipe.rfa')]);
    const server = createServer().listen(at('socket.rfa'));
    await new Promise((resolve) => server.once('listening', resolve));
    expect(await reasonsOf(at('pipe.rfa'), at('socket.rfa'))).toEqual([
      { code: 'specialFile', kind: 'pipe' },
      { code: 'specialFile', kind: 'socket' },
    ]);
    expect(await inWords(at('pipe.rfa'))).toContain('Left alone: it is a pipe between programs, not a file.');
    await new Promise((resolve) => server.close(resolve));
  });

  it.skipIf(process.platform === 'win32')('prints no name as it is that a terminal would obey', async () => {
    writeFileSync(at('pump\u001b[2J\nUp to date.txt'), '');
    expect(await inWords(at('pump\u001b[2J\nUp to date.txt'))).toBe(
      `${at('pump\\x1b[2J\\nUp to date.txt')}\n  Left alone: .txt is not a CAD format that this app knows.\n`,
    );
  });
});

describe('status of a path outside of every library', () => {
  it('says so of a file, and that its folder can be added', async () => {
    expect(await reasonsOf(join(outside, 'pump.rfa'))).toEqual([{ code: 'notInAnyLibrary' }]);
    expect(await inWords(join(outside, 'pump.rfa'))).toContain('add its folder as a library');
  });

  it('says of one that is not there that it is not, and has no folder added', async () => {
    const nowhere = join(outside, 'nowhere', 'pump.rfa');
    expect(await reasonsOf(join(outside, 'pomp.rfa'), nowhere)).toEqual([{ code: 'notThere' }, { code: 'notThere' }]);
    expect(await inWords(nowhere)).toBe(`${nowhere}\n  There is no such file, and none with this name is missing.\n`);
  });
});
