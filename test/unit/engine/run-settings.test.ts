import { expect, it } from 'vitest';
import { createRunSettings } from '../../../electron/engine/run-settings.ts';
import { settingsSchema } from '../../../shared/rpc/settings.ts';

it('what counts for one run only is not kept when something else is set', () => {
  let kept = settingsSchema.parse({});
  const before = kept.quietTimeMs;
  const store = { settings: () => kept, saveSettings: (changed: typeof kept) => void (kept = changed) };
  const settings = createRunSettings(store as Parameters<typeof createRunSettings>[0], { quietTimeMs: 100 });
  expect(settings.save({ addIns: true })).toMatchObject({ addIns: true, quietTimeMs: 100 });
  expect(kept).toMatchObject({ addIns: true, quietTimeMs: before });
  expect(settings.save({ quietTimeMs: 500 }).quietTimeMs).toBe(500);
  expect([settings.now().quietTimeMs, kept.quietTimeMs]).toEqual([500, 500]);
});
