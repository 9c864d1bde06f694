import { cpus, totalmem } from 'node:os';
import { bulkMetadata } from './bulk-metadata.ts';
import type { BenchRow, Measured } from './bench-row.ts';
import { productLookup } from './product-lookup.ts';
import { zipExport } from './zip-export.ts';

/**
 * `npm run bench -- service [--small] [ROW…]`: prints a table of medians, with the figures to reach. A benchmark, never
 * a test: it fails only when it cannot measure.
 */
const groups: Readonly<Record<string, Readonly<Record<string, BenchRow>>>> = {
  service: { lookup: productLookup, metadata: bulkMetadata, zip: zipExport },
};

async function main(args: readonly string[]): Promise<void> {
  const small = args.includes('--small');
  const [name = '', ...wanted] = args.filter((arg) => arg !== '--small');
  const group = groups[name];
  const unknown = wanted.filter((row) => !(row in (group ?? {})));
  if (!group || unknown.length > 0) {
    const rows = Object.entries(groups).map(([known, list]) => `${known} [--small] [${Object.keys(list).join('|')}]`);
    process.stderr.write(`Usage: npm run bench -- ${rows.join(' | ')}\n`);
    process.exitCode = 64;
    return;
  }
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  process.stdout.write(
    `${cpus().length} × ${cpu?.model.trim()}, ${memory}, Node ${process.versions.node}, ${process.platform}\n`,
  );
  const measured: Measured[] = [];
  for (const [row, measure] of Object.entries(group)) {
    if (wanted.length === 0 || wanted.includes(row)) measured.push(...(await measure({ small })));
  }
  printTable(measured);
}

function printTable(measured: readonly Measured[]): void {
  const rows = [
    ['', 'ours', 'compared with', 'to reach'],
    ...measured.map((row) => [row.what, row.ours, row.peer, row.target]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}

await main(process.argv.slice(2));
