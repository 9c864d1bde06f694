import { createHash } from 'node:crypto';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { putBenchMetadata } from '../bench-files.ts';
import type { BenchRow } from '../bench-row.ts';
import { measureBulk } from '../bulk-metadata.ts';
import { withOffice } from './bench-office.ts';

/** The metadata of every file of a CAD application in one call, as a stream out of PostgreSQL. */
export const officeMetadata: BenchRow = ({ small }) => {
  const files = small ? 5_000 : 100_000;
  const sha256 = createHash('sha256').update('the same').digest('hex') as Sha256;
  return withOffice(
    (store) => putBenchMetadata(store, { sha256, sizeBytes: 8 }, files),
    ({ processes: [first], token }) => {
      if (!first) throw new Error('There is no process.');
      return measureBulk({ ...first, token }, files);
    },
  );
};
