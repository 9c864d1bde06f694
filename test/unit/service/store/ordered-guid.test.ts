import { describe, expect, it } from 'vitest';
import { orderedGuid } from '../../../../electron/service/store/ordered-guid.ts';

describe('ordered GUIDs', () => {
  it('are GUIDs of version 7 that sort by the time they were made at', () => {
    const moments = [0, 1, 1_770_000_000_000, 1_770_000_000_001, 2 ** 48 - 1];
    const guids = moments.map(orderedGuid);
    expect(guids.toSorted()).toEqual(guids);
    for (const guid of guids)
      expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('differ when they are made at the same moment', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => orderedGuid(5))).size).toBe(1_000);
  });
});
