import { expect, it, onTestFinished, vi } from 'vitest';
import { createLibraryTeller } from '../../../electron/entry/commands/tell-library.ts';
import type { ErrorRecord } from '../../../shared/errors/app-error.ts';

it('says once why a library waits, and when it goes on again', () => {
  const lines: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  onTestFinished(() => write.mockRestore());
  const context = { library: { libraryId: 'revit' } };
  const runner = { context, state: 'syncing', problem: undefined as ErrorRecord | undefined };
  const tell = createLibraryTeller({ runners: () => [runner] as never }, 'revit');
  tell();
  Object.assign(runner, { state: 'paused', problem: { code: 'links-unreadable' } });
  tell();
  tell();
  Object.assign(runner, { state: 'scanning', problem: undefined });
  tell();
  Object.assign(runner, { state: 'paused', problem: { code: 'library-missing' } });
  tell();
  Object.assign(runner, { state: 'syncing', problem: undefined });
  tell();
  tell();
  expect(lines).toEqual([
    expect.stringContaining('.cadlibrary.json'),
    expect.stringContaining('folder'),
    'The library goes on again.\n',
  ]);
});
