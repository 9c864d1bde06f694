import type { Figures } from './paper.ts';

/** A figure in words, on paper and of a simulated day. */
interface FigureRow {
  readonly what: string;
  readonly paper: string;
  readonly day: string;
}

/** All figures of a model, as they are printed. */
export function figureRows(paper: Figures, day: Figures): FigureRow[] {
  const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
  const row = (what: string, figure: (figures: Figures) => number, unit = ''): FigureRow => ({
    what,
    paper: `${number.format(figure(paper))}${unit}`,
    day: `${number.format(figure(day))}${unit}`,
  });
  const coresFor = (wanted: string) => (figures: Figures) =>
    figures.needs.find(({ what }) => what === wanted)?.cores ?? Number.NaN;
  const kinds = ['files', 'requests', 'database', 'cores', 'egress'] as const;
  return [
    row('requests a day', ({ requestsPerDay }) => requestsPerDay),
    row('requests, busiest hour', ({ requestsPerSecondAtPeak }) => requestsPerSecondAtPeak, '/s'),
    row('listed versions, busiest hour', ({ listedPerSecondAtPeak }) => listedPerSecondAtPeak, '/s'),
    row('bytes, busiest hour', ({ bytesPerSecondAtPeak }) => bytesPerSecondAtPeak / 1e6, ' MB/s'),
    ...paper.needs.map(({ what }) => row(`cores for ${what}`, coresFor(what))),
    row('rows', ({ rows }) => rows),
    row('database', ({ recordGigabytes }) => recordGigabytes, ' GB'),
    row('files', ({ fileTerabytes }) => fileTerabytes, ' TB'),
    ...kinds.map((kind) => row(`cost of ${kind}`, ({ eurosPerMonth }) => eurosPerMonth[kind], ' €/month')),
  ];
}
