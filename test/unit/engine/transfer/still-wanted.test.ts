import { describe, expect, it } from 'vitest';
import type { Step } from '../../../../electron/engine/judge/plan-key.ts';
import type { Planning } from '../../../../electron/engine/library/planning.ts';
import { stillWanted } from '../../../../electron/engine/transfer/still-wanted.ts';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';

const key = 'Revit/2025/EC000001/1/MC000001/1/Template' as ContentKeyText;
const [read, saved] = ['a', 'b'].map((letter) => letter.repeat(64) as Sha256) as [Sha256, Sha256];
const send = (sha256: Sha256): Step => ({ kind: 'upload', path: 'pump.rfa', sha256 });
const uploading = {
  key,
  intent: { operation: 'upload' as const, path: 'pump.rfa', sha256: read, blobId: 'half sent' },
};

const seen = { key, locals: [], remote: undefined, synced: undefined };

const deciding = (step: Step, isBlocked = false): Pick<Planning, 'decide'> => ({
  decide: () => ({ step, isBlocked, view: seen }),
});

describe('what was queued', () => {
  it('is still wanted while the library would queue it again, however far it has come', () => {
    expect(stillWanted(deciding(send(read)), uploading)).toBe(seen);
  });

  it('is not wanted any more once the file was saved again, or both sides agree', () => {
    expect(stillWanted(deciding(send(saved)), uploading)).toBeUndefined();
    expect(stillWanted(deciding({ kind: 'nothing' }), uploading)).toBeUndefined();
  });

  it('waits while a file is not read that may be of the same key', () => {
    expect(stillWanted(deciding(send(read), true), uploading)).toBeUndefined();
    expect(stillWanted({ decide: () => 'unsettled' }, uploading)).toBeUndefined();
  });
});
