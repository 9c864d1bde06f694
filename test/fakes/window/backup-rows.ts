import type { BackupRecord } from '../../../shared/rpc/backup-records.ts';
import { exampleNow } from './file-rows.ts';

const day = 86_400_000;
const radiator = 'Radiators/Panel radiator type 22.rfa';

/** Copies as a month of work leaves them. */
export function exampleBackups(): BackupRecord[] {
  return [
    copyOf(radiator, 1, 412_000, { reason: 'newerVersion', version: '2.3', replacedBy: '2.4' }),
    copyOf('Pumps/Pump set twin head.rfa', 3, 1_840_000, { reason: 'newerVersion', version: '4.2', replacedBy: '4.3' }),
    copyOf(radiator, 6, 398_500, { reason: 'tookTheirs', replacedBy: '2.2', isOnService: false }),
    copyOf(radiator, 12, 377_200, { reason: 'restored', version: '2.0' }),
    copyOf(
      'Old symbols/Luminaire, recessed, with a long name that does not fit on one line of the list.dwg',
      40,
      96_000,
      {
        reason: 'unknown',
        isOnService: false,
        isTargetThere: false,
      },
    ),
  ];
}

function copyOf(path: string, daysAgo: number, sizeBytes: number, more: Partial<BackupRecord>): BackupRecord {
  const keptAtMs = exampleNow - daysAgo * day;
  const isOnService = more.isOnService ?? true;
  return {
    backupId: `revit/.cadlibrary/backup/${daysAgo}/${path}`,
    libraryId: 'revit',
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    absolutePath: `/libraries/revit/.cadlibrary/backup/${daysAgo}/${path}`,
    keptAtMs,
    sizeBytes,
    bytesTag: `${sizeBytes}`,
    reason: 'newerVersion',
    target: path,
    isTargetThere: true,
    clearedAtMs: isOnService ? keptAtMs + 30 * day : undefined,
    ...more,
    isOnService,
  };
}
