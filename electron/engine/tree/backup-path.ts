import { backupFolder } from '../../../shared/model/own-folder.ts';

const stampPattern = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z(?:-\d+)?$/;

/** Whether a folder in the backup folder has copies of one moment. */
export const isBackupStamp = (name: string): boolean => stampPattern.test(name);

/** Since when a copy is kept, and what path it had; `undefined` for what this app did not put there. */
export function readBackupPath(keptAt: string): { readonly keptMs: number; readonly path: string } | undefined {
  if (!keptAt.startsWith(`${backupFolder}/`)) return undefined;
  const below = keptAt.slice(backupFolder.length + 1);
  const slash = below.indexOf('/');
  const [, day, hours, minutes, seconds, milliseconds] = stampPattern.exec(below.slice(0, slash)) ?? [];
  if (slash < 0 || day === undefined) return undefined;
  const keptMs = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  return Number.isNaN(keptMs) ? undefined : { keptMs, path: below.slice(slash + 1) };
}
