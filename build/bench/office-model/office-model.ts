import { createSeededRandom } from '../../../test/simulator/seeded-random.ts';
import type { BenchRow, Measured as Row } from '../bench-row.ts';
import { figureRows } from './figure-rows.ts';
import { usage, type Measured } from './inputs.ts';
import { effortFor, measureOffice } from './measure-office.ts';
import { figuresOf, loadOnPaper } from './paper.ts';
import { simulateDay } from './simulate-day.ts';

const seed = 1;

/** How far one service for offices goes: measured here, on paper, and by a simulated day next to it. */
export const officeModel: BenchRow = async ({ small, folder }) => {
  const measured = await measureOffice(folder, effortFor(usage, small));
  const paper = figuresOf(loadOnPaper(usage), usage, measured);
  const day = figuresOf(
    simulateDay(usage, () => random.next()),
    usage,
    measured,
  );
  return [
    ...inputRows(measured),
    ...figureRows(paper, day).map((row) => ({
      what: row.what,
      ours: `${row.paper} on paper`,
      peer: `${row.day} simulated`,
      target: '',
    })),
  ];
};

const random = createSeededRandom(seed);

function inputRows(measured: Measured): Row[] {
  const row = (what: string, ours: string): Row => ({ what, ours, peer: '', target: '' });
  const ms = (value: number): string => `${value.toPrecision(2)} ms`;
  return [
    row('records of a version', `${Math.round(measured.recordBytesPerVersion)} bytes`),
    row('a version in a list', `${Math.round(measured.listedBytes)} bytes, ${ms(measured.listedVersionMs)}`),
    row('an unchanged list', ms(measured.unchangedListMs)),
    row('a save', ms(measured.saveMs)),
    row('a download', ms(measured.downloadMs)),
    row('a megabyte', ms(measured.megabyteMs)),
  ];
}
