import { beforeEach, describe, expect, it } from 'vitest';
import { createTransferProgress, type TransferProgress } from '../../../../renderer/state/progress.svelte.ts';
import type { Session, SessionNews } from '../../../../renderer/state/session.svelte.ts';

let tell: (news: SessionNews) => void;
let progress: TransferProgress;

beforeEach(() => {
  const session = {
    subscribe(listener: typeof tell) {
      tell = listener;
      return () => undefined;
    },
  };
  progress = createTransferProgress(session as unknown as Session);
});

describe('how far a transfer is', () => {
  it('is what was heard last of it', () => {
    tell({ kind: 'progress', id: 1, entryId: 7, fileId: 'pump', progress: 0.85 });
    expect([progress.ofEntry(7), progress.ofFile('pump')]).toEqual([0.85, 0.85]);
  });

  it('is nothing any more once its file stands otherwise, and of others what it was', () => {
    tell({ kind: 'progress', id: 1, entryId: 7, fileId: 'pump', progress: 0.85 });
    tell({ kind: 'progress', id: 2, entryId: 8, fileId: 'valve', progress: 0.2 });
    tell({ kind: 'files', id: 3, fileIds: ['pump'] });
    expect([progress.ofEntry(7), progress.ofFile('pump')]).toEqual([undefined, undefined]);
    expect([progress.ofEntry(8), progress.ofFile('valve')]).toEqual([0.2, 0.2]);
  });
});
