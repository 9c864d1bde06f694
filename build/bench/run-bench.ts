import { resolve } from 'node:path';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { buildCadsync } from '../build-cadsync.ts';
import { withFolder, withKeptFolder } from './bench-folder.ts';
import { bulkMetadata } from './bulk-metadata.ts';
import type { BenchOptions, BenchRow, Measured } from './bench-row.ts';
import { largeModel } from './look/large-model.ts';
import { lookSamples } from './look/look-samples.ts';
import { officeModel } from './office-model/office-model.ts';
import { officeLookup } from './office/office-lookup.ts';
import { officeMetadata } from './office/office-metadata.ts';
import { officeVersions } from './office/office-versions.ts';
import { productLookup } from './product-lookup.ts';
import { adoption, firstDownload, firstUpload } from './scale/first-syncs.ts';
import { assignment } from './scale/assignment.ts';
import { conflicts } from './scale/conflicts.ts';
import { longLists } from './scale/long-lists.ts';
import { productImport } from './scale/product-import.ts';
import { downloads } from './sync/downloads.ts';
import { farService } from './sync/far-service.ts';
import { firstSyncGigabyte, firstSyncSmall } from './sync/first-sync.ts';
import { idleSmall, largeLibrary } from './sync/large-library.ts';
import { laterSyncs } from './sync/later-syncs.ts';
import { oneSave } from './sync/one-save.ts';
import { quietMinute } from './sync/quiet-minute.ts';
import { requestsPerFile } from './sync/requests.ts';
import { limitedService } from './sync/limited-service.ts';
import { zipExport } from './zip-export.ts';

/**
 * `npm run bench -- GROUP [--small] [--runs N] [--sizes N,N…] [--products N] [--folder DIR] [ROW…]`, where the groups are
 * service, sync, scale, look, office and office-model: prints a table of medians, with the figures to reach. `scale`
 * shows what a file costs among few and among many. A benchmark, never a test: it fails only when it cannot measure.
 * What it leaves in a folder that is named is used again by the next run.
 */
const groups: Readonly<Record<string, Readonly<Record<string, BenchRow>>>> = {
  service: { lookup: productLookup, metadata: bulkMetadata, zip: zipExport },
  sync: {
    'first-gigabyte': firstSyncGigabyte,
    'first-small': firstSyncSmall,
    later: laterSyncs,
    large: largeLibrary,
    idle: idleSmall,
    save: oneSave,
    requests: requestsPerFile,
    quiet: quietMinute,
    far: farService,
    limit: limitedService,
    downloads,
  },
  scale: {
    upload: firstUpload,
    download: firstDownload,
    adoption,
    assignment,
    conflicts,
    lists: longLists,
    import: productImport,
  },
  look: { samples: lookSamples, picture: largeModel },
  'office-model': { model: officeModel },
  office: { lookup: officeLookup, versions: officeVersions, metadata: officeMetadata },
};

const usualSizes = { small: [200, 2_000], whole: [2_000, 20_000, 100_000] } as const;

interface Order extends Omit<BenchOptions, 'folder'> {
  readonly rows: readonly BenchRow[];
  readonly folder: string | undefined;
}

/** `undefined` for a command line that asks for something there is not. */
function readOrder(args: readonly string[]): Order | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        small: { type: 'boolean', default: false },
        runs: { type: 'string', default: '3' },
        sizes: { type: 'string' },
        products: { type: 'string' },
        folder: { type: 'string' },
      },
    });
    const [name = '', ...wanted] = positionals;
    const group = groups[name];
    const runs = Number(values.runs);
    const sizes = values.sizes?.split(',').map(Number) ?? usualSizes[values.small ? 'small' : 'whole'];
    const products = values.products === undefined ? undefined : Number(values.products);
    const isCount = (number: number): boolean => Number.isInteger(number) && number >= 1;
    if (!group || wanted.some((row) => !(row in group)) || ![runs, ...sizes, products ?? 1].every(isCount))
      return undefined;
    const rows = Object.entries(group).filter(([row]) => wanted.length === 0 || wanted.includes(row));
    const folder = values.folder === undefined ? undefined : resolve(values.folder);
    return { rows: rows.map(([, row]) => row), small: values.small, runs, sizes, products, folder };
  } catch {
    return undefined;
  }
}

async function main(args: readonly string[]): Promise<void> {
  const order = readOrder(args);
  if (!order) {
    const rows = Object.entries(groups).map(([name, group]) => `${name} [${Object.keys(group).join('|')}]`);
    process.stderr.write(
      `Usage: npm run bench -- GROUP [--small] [--runs N] [--sizes N,N…] [--products N] [--folder DIR] [ROW…]\n  ${rows.join('\n  ')}\n`,
    );
    process.exitCode = 64;
    return;
  }
  await buildCadsync();
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  process.stdout.write(
    `${cpus().length} × ${cpu?.model.trim()}, ${memory}, Node ${process.versions.node}, ${process.platform}\n`,
  );
  const { rows, small, runs, sizes, products } = order;
  const measureIn = async (folder: string): Promise<void> => {
    const measured: Measured[] = [];
    for (const measure of rows) {
      try {
        measured.push(...(await measure({ small, runs, sizes, products, folder })));
      } catch (error) {
        // What was measured before, and what comes, stays worth its time.
        process.stderr.write(`${measure.name}: ${String(error)}\n`);
        process.exitCode = 1;
      }
    }
    printTable(measured);
  };
  await (order.folder === undefined ? withFolder(measureIn) : withKeptFolder(order.folder, measureIn));
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
