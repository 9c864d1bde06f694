import { describe, expect, it } from 'vitest';
import { defaultSettings, settingsPatch, settingsSchema } from '../../../shared/rpc/settings.ts';

describe('a change of settings', () => {
  it('says nothing of what it leaves out, so that nothing falls back to its default', () => {
    expect(settingsPatch.parse({ theme: 'dark' })).toEqual({ theme: 'dark' });
    expect(settingsPatch.parse({})).toEqual({});
  });

  it('keeps to the limits of each setting', () => {
    expect(settingsPatch.safeParse({ quietTimeMs: 1 }).success).toBe(false);
    expect(settingsPatch.parse(defaultSettings)).toEqual(settingsSchema.parse({}));
  });
});
