import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measuredOnce, usage, type Usage } from '../../../../../build/bench/office-model/inputs.ts';
import { figureRows } from '../../../../../build/bench/office-model/figure-rows.ts';
import { figuresOf, loadOnPaper, type Load } from '../../../../../build/bench/office-model/paper.ts';
import { simulateDay } from '../../../../../build/bench/office-model/simulate-day.ts';
import { pollIntervalAfter } from '../../../../../electron/engine/cycle/poll-times.ts';
import { defaultSettings } from '../../../../../shared/rpc/settings.ts';
import { createSeededRandom } from '../../../../simulator/seeded-random.ts';

const sum = (hours: readonly number[]): number => hours.reduce((all, hour) => all + hour, 0);
const dayOf = (given: Usage, seed = 1): Load => {
  const random = createSeededRandom(seed);
  return simulateDay(given, () => random.next());
};

describe('the model of an office service', () => {
  it.each(Object.keys(loadOnPaper(usage)) as (keyof Load)[])(
    'has as many %s on paper as in a simulated day',
    (name) => {
      const paper = loadOnPaper(usage)[name];
      // What one office does in a quiet hour is chance; several days together are not.
      const days = [1, 2, 3, 4].map((seed) => dayOf(usage, seed)[name]);
      const day = paper.map((_, hour) => sum(days.map((one) => one[hour] ?? 0)) / days.length);
      expect(sum(day) / sum(paper)).toBeGreaterThan(0.95);
      expect(sum(day) / sum(paper)).toBeLessThan(1.05);
      // In every hour, too: peaks are what it is about.
      paper.forEach((hour, index) => expect(Math.abs((day[index] ?? 0) / hour - 1)).toBeLessThan(0.1));
    },
  );

  it('names what runs out first, and that is no other in the simulated day', () => {
    const [paper, day] = [loadOnPaper(usage), dayOf(usage)].map((load) => figuresOf(load, usage, measuredOnce));
    expect(paper?.needs[0]?.what).toBe('lists of everything');
    expect(day?.needs.map(({ what }) => what)).toEqual(paper?.needs.map(({ what }) => what));
  });

  it('takes shares of a day that are a whole day', () => {
    expect(sum(usage.hours)).toBeCloseTo(1, 10);
  });

  it('asks as often as the engine does', () => {
    expect(usage.pollSeconds * 1_000).toBe(defaultSettings.pollIntervalMs);
    expect(usage.everythingSeconds * 1_000).toBe(defaultSettings.fullScanIntervalMs);
    // One office of all designers: lists grow so long that the engine asks for them less often.
    const crowd = { ...usage, designers: 2_000, offices: 1, programs: 1 };
    const polls = sum(dayOf(crowd).polls);
    expect(polls).toBeLessThan(sum(loadOnPaper(crowd).polls) / 2);
    expect(polls).toBeGreaterThan((crowd.designers * usage.hours.length * 3_600_000) / pollIntervalAfter(1e9, 60_000));
  });

  it('is what docs/office-scale.md says', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../../../docs/office-scale.md'), 'utf8');
    const [paper, day] = [loadOnPaper(usage), dayOf(usage)].map((load) => figuresOf(load, usage, measuredOnce));
    if (!paper || !day) throw new Error('There are two.');
    const lines = figureRows(paper, day).map(({ what, paper: ours, day: theirs }) => [what, ours, theirs]);
    const table = [...text.matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, ...cells]) => cells);
    for (const line of lines) expect(table).toContainEqual(line);
  });
});
