import { median } from '../bench-row.ts';
import type { Cost } from './process-cost.ts';

/** The medians of some runs: `5.23 s (CPU 4.10 + 2.87 s)`, the CPU of the client and, behind the plus, of the server. */
export function describeCosts(runs: readonly Cost[]): string {
  const wall = `${median(runs.map((run) => run.wallSeconds)).toFixed(2)} s`;
  const client = median(runs.map((run) => run.cpuSeconds));
  if (Number.isNaN(client)) return wall;
  const server = median(
    runs.flatMap(({ serviceCpuSeconds }) => (serviceCpuSeconds === undefined ? [] : [serviceCpuSeconds])),
  );
  return `${wall} (CPU ${client.toFixed(2)}${Number.isNaN(server) ? '' : ` + ${server.toFixed(2)}`} s)`;
}
