import { describe, expect, it } from 'vitest';
import { openFakeStage } from '../../scenarios/fake-stage.ts';
import { scenarios } from '../../scenarios/rows.ts';
import { play } from '../../scenarios/stage.ts';

for (const names of ['exact', 'folding'] as const) {
  describe(`on a disk with ${names} names`, () => {
    it.each(scenarios)('"$name" ends as it should', async (scenario) => {
      const stage = await openFakeStage(names);
      const ending = await play(stage, scenario);
      await stage.close();
      expect(ending).toEqual({ conflicts: [], backup: [], ...scenario.end });
    });
  });
}
