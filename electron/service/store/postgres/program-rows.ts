import { z } from 'zod';
import type { VersionToAppend } from '../store.ts';
import { rowsValue, storable, type Ask } from './connections.ts';
import type { TenantDatabase } from './tenant.ts';

/** An application version, as its row is named. */
export interface ProgramName {
  readonly application_name: string;
  readonly application_version: string;
}

const programRow = z.object({
  application_name: z.string(),
  application_version: z.string(),
  listed_at: z.number(),
});

/** A program as the key of a map. */
export function programText({ application_name: name, application_version: version }: ProgramName): string {
  return JSON.stringify([name, version]);
}

export function programOf({ key }: Pick<VersionToAppend, 'key'>): ProgramName {
  return {
    application_name: storable(key.applicationName),
    application_version: storable(key.applicationVersion),
  };
}

/** The programs that versions are of, each once. */
export function programsOf(versions: readonly VersionToAppend[]): readonly ProgramName[] {
  const programs = versions.map(programOf);
  return [...new Map(programs.map((program) => [programText(program), program])).values()];
}

/** Makes rows of programs that have none: by itself, so that nobody holds a row that he has just made while waiting for another. */
export async function makePrograms(
  { ask, known, tenantId }: TenantDatabase,
  programs: readonly ProgramName[],
): Promise<void> {
  await known();
  await ask(
    `INSERT INTO programs (tenant_id, application_name, application_version)
     SELECT $1, application_name, application_version
     FROM json_to_recordset($2::json) AS p (application_name text, application_version text)
     ORDER BY application_name COLLATE "C", application_version COLLATE "C" ON CONFLICT DO NOTHING`,
    [tenantId, rowsValue(programs)],
  );
}

/**
 * Holds the rows of programs until the transaction ends, in one order for everybody.
 * @returns for each of them that has a row the time that its last change is listed under
 */
export async function lockPrograms(
  ask: Ask,
  tenantId: string,
  programs: readonly ProgramName[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await ask(
    `SELECT p.application_name, p.application_version, p.listed_at
     FROM programs p JOIN json_to_recordset($2::json) AS g (application_name text, application_version text)
       ON p.application_name = g.application_name AND p.application_version = g.application_version
     WHERE p.tenant_id = $1 ORDER BY p.application_name, p.application_version FOR NO KEY UPDATE OF p`,
    [tenantId, rowsValue(programs)],
  );
  return new Map(rows.map((row) => programRow.parse(row)).map((row) => [programText(row), row.listed_at]));
}
