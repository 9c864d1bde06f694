import { expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { explainUnknown } from '../../../../electron/engine/explain/explain-unknown.ts';
import type { LibraryDisk } from '../../../../electron/engine/ports.ts';
import { createIgnoreRules } from '../../../../electron/engine/tree/ignore-rules.ts';

it('a file in a folder that can be listed and not entered is explained by that folder', async () => {
  const refused = new AppError('folder-unreadable');
  const disk = {
    list: async () => [],
    stat: async (path: string) => {
      if (path === 'closed') return { kind: 'folder' };
      throw refused;
    },
  } as unknown as LibraryDisk;
  const about = {
    libraryName: 'library',
    markerId: undefined,
    ignored: createIgnoreRules([], false),
    isKept: () => false,
  };
  expect(await explainUnknown(disk, 'closed/pump.rfa', about)).toMatchObject({
    reason: { code: 'belowUnreadable', folder: 'closed', error: { code: 'folder-unreadable' } },
  });
});
