import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { compareScreens, drawScreens, filesOf, keptScreens, readDrawnWith, screens } from './screens/screens.ts';

/** So few pixels differ where nothing but the edge of a letter does: a word that changes is ten times that. */
const toleratedPixels = 40;

const kept = (name: string): Buffer => readFileSync(join(keptScreens, name));

describe('a key screen', () => {
  const folder = mkdtempSync(join(tmpdir(), 'screens-'));
  let found: Awaited<ReturnType<typeof drawScreens>>;
  beforeAll(async () => {
    found = await drawScreens(folder);
  });

  test.for(screens.flatMap(filesOf))('looks as it is kept: %s', (name, { skip }) => {
    const { chromium, probe } = readDrawnWith();
    skip(chromium !== found.chromium, `drawn with Chromium ${chromium}; here is ${found.chromium}`);
    skip(probe !== found.probe, 'drawn with other fonts: the text of the probe looks otherwise here');
    const { differing, seen } = compareScreens(kept(name), readFileSync(join(folder, name)));
    const difference = join(folder, `different-${name}`);
    if (differing > toleratedPixels) writeFileSync(difference, seen);
    expect(
      differing,
      `what differs: ${difference}; where it is meant so, npm run picture -- --keep-screens`,
    ).toBeLessThanOrEqual(toleratedPixels);
  });
});

describe('the comparison of screens', () => {
  const screen = kept('settings-light.png');

  test('finds a short word that is gone', () => {
    const changed = PNG.sync.read(screen);
    // Where the name of the app is.
    for (let y = 16; y < 36; y += 1) changed.data.fill(changed.data[0] ?? 0, (y * 1280 + 47) * 4, (y * 1280 + 80) * 4);
    expect(compareScreens(screen, PNG.sync.write(changed)).differing).toBeGreaterThan(toleratedPixels);
  });

  test('finds a colour that is a little other', () => {
    const changed = PNG.sync.read(screen);
    for (let at = 0; at < changed.data.length; at += 4) changed.data[at] = Math.max(0, (changed.data[at] ?? 0) - 40);
    expect(compareScreens(screen, PNG.sync.write(changed)).differing).toBeGreaterThan(100_000);
  });

  test('finds a screen of another size', () => {
    expect(compareScreens(screen, PNG.sync.write(new PNG({ width: 640, height: 480 }))).differing).toBe(1280 * 800);
  });
});
