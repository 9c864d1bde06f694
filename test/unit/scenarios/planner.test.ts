import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { planKey } from '../../../electron/engine/judge/plan-key.ts';
import type { KeyView } from '../../../electron/engine/tree/entries.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { nextDraft, nextRelease, type Version } from '../../../shared/model/version.ts';
import { scenarios, type Scenario } from '../../scenarios/rows.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';

const hashOf = (text: string): Sha256 => createHash('sha256').update(text).digest('hex') as Sha256;

/** The three trees of a row, before anything is done about it. */
function viewOf({ agreed, here = [], there = [] }: Scenario): KeyView {
  const locals = new Map<string, string>(agreed === undefined ? [] : [['pump', agreed]]);
  for (const act of here) {
    if ('save' in act) locals.set(act.as ?? 'pump', act.save);
    else if ('remove' in act) locals.delete(act.remove);
    else {
      locals.set(act.move, locals.get('pump') ?? '');
      locals.delete('pump');
    }
  }
  const first = { version: { major: 0, minor: 1 }, sha256: hashOf(agreed ?? '') };
  let remote: { version: Version; sha256: Sha256 } | undefined = agreed === undefined ? undefined : first;
  for (const act of there) {
    if (act !== 'release') remote = { version: nextDraft(remote?.version), sha256: hashOf(act.draft) };
    else if (remote) remote = { version: nextRelease(remote.version), sha256: remote.sha256 };
  }
  return {
    key: 'Revit/2025/EC000001/1/MC000001/1/Template' as ContentKeyText,
    locals: [...locals].map(([path, text]) => ({ path, sha256: hashOf(text) })),
    remote,
    synced: agreed === undefined ? undefined : { path: 'pump', ...first },
  };
}

it.each(scenarios)('of "$name" plans $plan', (scenario) => {
  expect(planKey(viewOf(scenario), defaultLibrarySettings).kind).toBe(scenario.plan);
});
