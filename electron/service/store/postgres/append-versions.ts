import type { VersionRecords, VersionToAppend } from '../store.ts';
import type { Ask } from './connections.ts';
import { createGathered, createGatheredByKey } from './gathered.ts';
import { decideAppends, type Decision } from './decide-appends.ts';
import { lockPrograms, makePrograms, programsOf, programText } from './program-rows.ts';
import { rowsValue } from './connections.ts';
import { findKnownBlobs, findStanding, takeHistoryIds } from './standing-histories.ts';
import type { TenantDatabase } from './tenant.ts';

type Outcome = Awaited<ReturnType<VersionRecords['append']>>;

/** So many versions are written in one transaction. */
const versionsPerCommit = 2_000;

/**
 * Appends versions. What is asked of the same programs while a commit is under way is committed together, so that the
 * disk is waited for once; a program that another process holds keeps nobody waiting who does not need it. Transactions lock programs first and blobs then, each in their order: so none waits for another in a circle.
 */
export function createAppends(database: TenantDatabase): VersionRecords['append'] {
  const appendAll = async (asked: readonly (readonly VersionToAppend[])[]): Promise<readonly Outcome[]> => {
    // Nobody remembers which programs have rows: a standby that takes over may be without those that were made last.
    for (;;) {
      const outcomes = await database.inTransaction((ask) => appendTogether(ask, database.tenantId, asked));
      if (outcomes) return outcomes;
      await makePrograms(database, programsOf(asked.flat()));
    }
  };
  const gathered = createGatheredByKey(
    (versions: readonly VersionToAppend[]) => programsOf(versions).map(programText).toSorted().join(),
    () => createGathered(appendAll, ({ length }) => length, versionsPerCommit),
  );
  return async (versions) => (versions.length === 0 ? 'appended' : gathered(versions));
}

/** @returns undefined, with nothing done, where a program has no row yet */
async function appendTogether(
  ask: Ask,
  tenantId: string,
  asked: readonly (readonly VersionToAppend[])[],
): Promise<readonly Outcome[] | undefined> {
  const all = asked.flat();
  const programs = programsOf(all);
  const listedBefore = await lockPrograms(ask, tenantId, programs);
  if (listedBefore.size < programs.length) return undefined;
  const standing = await findStanding(ask, tenantId, all);
  const knownBlobs = await findKnownBlobs(ask, tenantId, all);
  const decision = decideAppends(asked, { listedBefore, standing, knownBlobs });
  if (decision.versions.length > 0) await write(ask, tenantId, decision);
  return decision.outcomes;
}

/** All rows of what was decided, in one statement. */
async function write(ask: Ask, tenantId: string, { histories, versions, programs }: Decision): Promise<void> {
  const fresh = histories.filter(({ history_id: id }) => id === undefined);
  // In their order, which files that came together are listed in.
  const ids = await takeHistoryIds(ask, fresh.length);
  const idOf = new Map(histories.map((row) => [row.key_hash, row.history_id ?? ids.shift()]));
  const withId = <Row extends { readonly key_hash: string }>(row: Row) => ({
    ...row,
    history_id: idOf.get(row.key_hash),
  });
  await ask(writeStatement, [
    tenantId,
    rowsValue(histories.map(withId)),
    rowsValue(versions.map(withId)),
    rowsValue(programs),
  ]);
}

const keys = `application_name, application_version, etim_class_code, etim_class_code_version, etim_model_code,
  etim_model_code_version, type, language_code, attachment_name, key_hash`;
const newest = 'newest_major, newest_minor, newest_listed_at, release_major, release_listed_at';

const writeStatement = `
  WITH appended AS (
    SELECT * FROM json_to_recordset($3::json)
      AS v (history_id bigint, major integer, minor integer, changed_at bigint, comments text, blob_id uuid, record text)
  ), moved AS (
    INSERT INTO histories (tenant_id, history_id, ${keys}, ${newest})
    SELECT $1, history_id, ${keys}, ${newest} FROM json_to_recordset($2::json) AS h (
      history_id bigint, application_name text, application_version text, etim_class_code text,
      etim_class_code_version text, etim_model_code text, etim_model_code_version text, type text, language_code text,
      attachment_name text, key_hash uuid, newest_major integer, newest_minor integer, newest_listed_at bigint,
      release_major integer, release_listed_at bigint)
    ON CONFLICT (tenant_id, history_id) DO UPDATE SET (${newest}) = ROW (excluded.newest_major, excluded.newest_minor,
      excluded.newest_listed_at, excluded.release_major, excluded.release_listed_at)
  ), told AS (
    UPDATE programs p SET state = gen_random_uuid(), listed_at = g.listed_at, has_files = p.has_files OR g.has_files
    FROM json_to_recordset($4::json)
      AS g (application_name text, application_version text, listed_at bigint, has_files boolean)
    WHERE p.tenant_id = $1 AND p.application_name = g.application_name
      AND p.application_version = g.application_version
  ), kept AS (
    UPDATE blobs SET used = true
    WHERE tenant_id = $1 AND NOT used AND blob_id IN (SELECT blob_id FROM appended)
  )
  INSERT INTO versions (tenant_id, history_id, major, minor, changed_at, comments, blob_id, record)
  SELECT $1, history_id, major, minor, changed_at, comments, blob_id, record FROM appended`;
