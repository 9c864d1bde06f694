import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { benchProgram, classCodeAt, fillWithFiles, type BenchFile } from './bench-files.ts';
import { withFolder } from './bench-folder.ts';
import { inTurn, median, type BenchRow } from './bench-row.ts';
import { memoryGrowth } from './process-memory.ts';
import { scriptOutput } from './script-output.ts';
import { withService } from './with-service.ts';

const fileBytes = 512 * 1_024;

/** A ZIP of many CAD files, against yazl alone on the same files. */
export const zipExport: BenchRow = ({ small }) =>
  withFolder(async (dataDir) => {
    const count = small ? 60 : 2_000;
    const megabytes = (count * fileBytes) / 1e6;
    await fillWithFiles(dataDir, files(count));
    return withService(dataDir, async (service) => {
      const token = await service.getToken();
      const growths: number[] = [];
      const exportOnce = async (): Promise<number> => {
        let milliseconds = 0;
        growths.push(
          await memoryGrowth(service.process.pid, async () => {
            milliseconds = await readZip(service.baseUrl, token, count);
          }),
        );
        return milliseconds;
      };
      const { ours, peer } = await inTurn(3, exportOnce, () => packAlone(join(dataDir, 'blobs')));
      const [speed, bare] = [ours, peer].map((times) => (megabytes / median(times)) * 1_000);
      return [
        {
          what: `ZIP export of ${(megabytes / 1_000).toFixed(2)} GB`,
          ours: `${speed?.toFixed(0)} MB/s (${((speed ?? 0) / (bare ?? 1)).toFixed(2)} ×)`,
          peer: `${bare?.toFixed(0)} MB/s yazl alone`,
          target: '≥ 0.9 ×',
        },
        {
          what: 'the same, memory of the service',
          ours: `${growths.map((growth) => `+${growth.toFixed(0)}`).join(', ')} MB`,
          peer: '',
          target: 'constant',
        },
      ];
    });
  });

function* files(count: number): Generator<BenchFile> {
  const bytes = randomBytes(fileBytes);
  for (let place = 1; place <= count; place += 1) {
    bytes.writeUInt32LE(place);
    yield { etimClassCode: classCodeAt(place), type: 'Template', bytes };
  }
}

async function readZip(baseUrl: string, token: string, count: number): Promise<number> {
  const { applicationName, applicationVersion } = benchProgram;
  const products = Array.from({ length: count }, (_, index) => ({
    etimClassCode: classCodeAt(index + 1),
    modellingClassCode: 'MC000001',
  }));
  const start = performance.now();
  const answer = await fetch(`${baseUrl}/api/v1/Export/${applicationName}/${applicationVersion}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(products),
  });
  if (!answer.ok || !answer.body) throw new Error(`The service answered ${answer.status}.`);
  let received = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) received += chunk.length;
  if (received < count * fileBytes) throw new Error('The ZIP does not hold all files.');
  return performance.now() - start;
}

async function packAlone(folder: string): Promise<number> {
  return Number(await scriptOutput('build/bench/bare-zip.ts', [folder]));
}
