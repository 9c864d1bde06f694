import { randomUUID } from 'node:crypto';
import { metadataRecord } from '../../../test/contract/seed.ts';
import { send } from '../../../test/contract/send.ts';
import type { Target } from '../../../test/contract/target.ts';
import { withFolder } from '../bench-folder.ts';
import { benchProgram } from '../bench-files.ts';
import type { BenchRow } from '../bench-row.ts';
import { withService } from '../with-service.ts';
import { compareProcesses, withOffice, type SharedTarget } from './bench-office.ts';

/** Designers who save at the same time, all of them with one program. */
const writers = 16;

/** Drafts that are stored: each is on the disk, and in the audit trail, when it is answered. */
export const officeVersions: BenchRow = ({ small, runs }) =>
  withFolder((dataDir) =>
    withService(dataDir, (embedded) =>
      withOffice(
        async () => undefined,
        (office) => {
          const what = `drafts stored by ${writers} at once`;
          const milliseconds = small ? 700 : 4_000;
          return compareProcesses({ what, runs }, { embedded, office }, (target) => storeFor(milliseconds, target));
        },
      ),
    ),
  );

async function storeFor(milliseconds: number, { addresses, ...access }: SharedTarget): Promise<number> {
  const targets = addresses.map((address): Target => ({
    ...access,
    address,
    hasSampleProducts: false,
    close: async () => undefined,
  }));
  const blobId = await textOf(
    send(targets[0] as Target, 'storeFile', { file: { name: 'a.rfa', content: 'the same' } }),
  );
  const end = performance.now() + milliseconds;
  let stored = 0;
  const write = async (writer: number): Promise<void> => {
    const target = targets[writer % targets.length] as Target;
    const parts = { etimClassCode: 'EC000001', etimClassCodeVersion: '1', etimModelCode: 'MC000001' };
    const key = { ...benchProgram, ...parts, etimModelCodeVersion: '1', type: randomUUID() };
    while (performance.now() < end) {
      await textOf(send(target, 'storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] }));
      stored += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return (stored / milliseconds) * 1_000;
}

async function textOf(answering: Promise<Response>): Promise<string> {
  const answer = await answering;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The service answered ${answer.status}: ${text}`);
  return text;
}
