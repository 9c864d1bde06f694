import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { giveToPostgres, type RunningPostgres } from './run-postgres.ts';

/** Where what a database writes is archived, and how; until the test ends. */
export interface Archive {
  /** Settings of the database that archives. */
  readonly archiving: readonly string[];
  /** Settings of one that is made from a backup and the archive, as it was at that moment. */
  restoringTo(moment: string): readonly string[];
}

export async function openArchive(): Promise<Archive> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await giveToPostgres(folder);
  const copy = process.platform === 'win32' ? 'copy' : 'cp';
  return {
    archiving: ['wal_level=replica', 'archive_mode=on', `archive_command=${copy} %p ${join(folder, '%f')}`],
    restoringTo: (moment) => [
      `restore_command=${copy} ${join(folder, '%f')} %p`,
      `recovery_target_time=${moment}`,
      'recovery_target_action=promote',
      // Nobody is let in before it is restored.
      'hot_standby=off',
    ],
  };
}

/** What the archive has, what is of the process that runs, and what comes and goes; its folders stay. */
const leftBehind =
  /^(pg_wal|pg_replslot|pg_stat_tmp|pgsql_tmp)[\\/]|(^postmaster\.(pid|opts)|pg_internal\.init.*|\.tmp)$/;

/** Copies a database that is in use, as docs/office.md says. */
export async function backUp(postgres: RunningPostgres, admin: pg.Client): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await admin.query(`SELECT pg_backup_start('office', fast => true)`);
  const filter = (path: string): boolean => !leftBehind.test(relative(postgres.dataDir, path));
  await cp(postgres.dataDir, folder, { recursive: true, filter });
  const { rows } = await admin.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
  await writeFile(join(folder, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(join(folder, 'recovery.signal'), '');
  return folder;
}

/** Resolves once everything that was written so far is in the archive. */
export async function untilArchived(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  const isArchived = 'SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= $1';
  while ((await admin.query(isArchived, [rows[0]?.name])).rowCount === 0);
}
