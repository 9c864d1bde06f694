import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, onTestFinished, test } from 'vitest';
import layers from '../../../build/layers.js';

/** Names of the rules that a tree of these files breaks. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'cadsync-layers-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { options, ...ruleSet } = layers;
  const { output } = await cruise(['.'], {
    ...options,
    tsConfig: undefined,
    ruleSet,
    baseDir: root,
    validate: true,
  });
  return (output as ICruiseResult).summary.violations.map((violation) => violation.rule.name);
}

const leaf = 'export const leaf = 1;\n';

test.each([
  ['rooms-apart', 'electron/engine/run/a.ts', 'electron/client/b.ts'],
  ['rooms-apart', 'electron/client/a.ts', 'electron/platform/b.ts'],
  ['rooms-apart', 'electron/demo/a.ts', 'electron/doctor/b.ts'],
  ['commits-are-for-stores', 'electron/client/a.ts', 'electron/commits/b.ts'],
  ['channels-carry-the-engine', 'electron/channels/a.ts', 'electron/service/b.ts'],
  ['engine-judge-is-pure', 'electron/engine/judge/a.ts', 'electron/engine/queue/b.ts'],
  ['engine-floor-tree', 'electron/engine/tree/a.ts', 'electron/engine/judge/b.ts'],
  ['engine-floor-transfer', 'electron/engine/transfer/a.ts', 'electron/engine/cycle/b.ts'],
  ['engine-floor-person', 'electron/engine/person/a.ts', 'electron/engine/engine.ts'],
  ['engine-judges-in-one-place', 'electron/engine/explain/a.ts', 'electron/engine/judge/plan-key.ts'],
  ['renderer-knows-the-contract-only', 'renderer/a.ts', 'electron/engine/b.ts'],
  ['renderer-knows-the-contract-only', 'renderer/a.ts', 'shared/api/b.ts'],
  ['shared-runs-anywhere', 'shared/model/a.ts', 'electron/engine/b.ts'],
  ['model-is-the-ground', 'shared/model/a.ts', 'shared/errors/b.ts'],
  ['words-above-rpc', 'shared/rpc/a.ts', 'shared/words/b.ts'],
  ['words-take-records-only', 'shared/words/a.ts', 'shared/api/b.ts'],
  ['engine-speaks-in-records', 'electron/engine/a.ts', 'shared/words/b.ts'],
  ['nobody-imports-entry', 'electron/engine/a.ts', 'electron/entry/b.ts'],
  ['commands-ask-an-engine', 'electron/entry/commands/resolve.ts', 'electron/engine/run/b.ts'],
  ['tests-stay-outside', 'electron/engine/a.ts', 'test/fakes/b.ts'],
])('the layer check finds a seeded violation of %s: %s may not import %s', async (rule, from, to) => {
  const specifier = `${'../'.repeat(from.split('/').length - 1)}${to}`;
  const broken = await brokenRules({
    [from]: `import { leaf } from '${specifier}';\nexport const a = leaf;\n`,
    [to]: leaf,
  });
  expect(broken).toContain(rule);
});

test.each([
  ['engine-without-world', 'electron/engine/a.ts'],
  ['shared-without-node', 'shared/model/a.ts'],
])('the layer check finds a seeded violation of %s: %s may not import from Node', async (rule, from) => {
  expect(await brokenRules({ [from]: "import { sep } from 'node:path';\nexport const a = sep;\n" })).toContain(rule);
});

test('the layer check passes what is allowed', async () => {
  const broken = await brokenRules({
    'electron/engine/judge/a.ts': "import { leaf } from '../tree/b.ts';\nexport const a = leaf;\n",
    'electron/engine/tree/b.ts': "export { leaf } from '../../../shared/model/c.ts';\n",
    'shared/model/c.ts': leaf,
  });
  expect(broken).toEqual([]);
});
