import { fillWithMetadata, benchProgram } from './bench-files.ts';
import { withFolder } from './bench-folder.ts';
import { median, type BenchRow, type Measured } from './bench-row.ts';
import { memoryGrowth } from './process-memory.ts';
import { withService } from './with-service.ts';

/** The metadata of every file of a CAD application in one call. */
export const bulkMetadata: BenchRow = ({ small }) =>
  withFolder(async (dataDir) => {
    const files = small ? 5_000 : 100_000;
    await fillWithMetadata(dataDir, files);
    return withService(dataDir, async (service) => measureBulk({ ...service, token: await service.getToken() }, files));
  });

/** A service whose memory can be watched. */
interface MeasuredService {
  readonly baseUrl: string;
  readonly token: string;
  readonly process: { readonly pid: number };
}

/** Asks a service for the metadata of so many files in one call. */
export async function measureBulk(service: MeasuredService, files: number): Promise<readonly Measured[]> {
  const { applicationName, applicationVersion } = benchProgram;
  const address = `${service.baseUrl}/api/v1/MetadataBulk/${applicationName}/${applicationVersion}/true/`;
  const ask = () => readAll(address, service.token);
  const runs: { readonly firstMs: number; readonly totalMs: number }[] = [];
  // The first answer warms the program up; the growth is of the second, which says what an answer costs.
  await ask();
  const growth = await memoryGrowth(service.process.pid, async () => void runs.push(await ask()));
  for (let run = 0; run < 2; run += 1) runs.push(await ask());
  return [
    {
      what: `bulk metadata of ${files} files, first byte`,
      ours: `${median(runs.map(({ firstMs }) => firstMs)).toFixed(0)} ms`,
      peer: '',
      target: '< 100 ms',
    },
    {
      what: 'the same, whole answer',
      ours: `${(median(runs.map(({ totalMs }) => totalMs)) / 1_000).toFixed(2)} s`,
      peer: '',
      target: '',
    },
    { what: 'the same, memory of the service', ours: `+${growth.toFixed(0)} MB`, peer: '', target: '< 50 MB' },
  ];
}

async function readAll(address: string, token: string) {
  const start = performance.now();
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok || !answer.body) throw new Error(`The service answered ${answer.status}.`);
  let firstMs: number | undefined;
  for await (const _chunk of answer.body) firstMs ??= performance.now() - start;
  return { firstMs: firstMs ?? Number.NaN, totalMs: performance.now() - start };
}
