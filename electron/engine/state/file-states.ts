import type { FileFilter, FileState } from '../../../shared/rpc/file-records.ts';

/**
 * The state of each file, derived from the trees, the queue and the conflicts in one place, so that no two views can
 * disagree: "up to date" needs local bytes equal to the agreed ones and nothing waiting. Its one parameter, before all
 * others: what is missing since then or longer counts as removed.
 */
const withState = `
  WITH file AS (
    SELECT f.*, s.major, s.minor, s.sha256 AS synced_sha256, q.entry_id, q.operation, q.error AS entry_error,
      b.kind AS change_kind, b.standing AS change_standing,
      h.would AS held_would, h.because AS held_because, h.major AS held_major, h.minor AS held_minor,
      CASE
        WHEN b.standing IN ('asked', 'kept') THEN 'needsYou'
        WHEN b.standing = 'restored' AND q.entry_id IS NOT NULL THEN iif(q.state = 'needsAttention', 'needsYou', 'waiting')
        WHEN f.gone_since_ms <= +? THEN 'removedHere'
        -- Missing for a moment, as some programs save.
        WHEN f.gone_since_ms IS NOT NULL THEN 'settling'
        WHEN json_extract(f.problem, '$.code') = 'file-in-use' THEN 'openElsewhere'
        WHEN f.problem IS NOT NULL THEN 'needsYou'
        WHEN f.settled = 0 THEN 'settling'
        WHEN f.missing IN ('newerProgram', 'undeclaredProgram') THEN 'otherProgram'
        WHEN f.content_key IS NULL THEN 'unassigned'
        WHEN EXISTS (SELECT 1 FROM local_file AS rival WHERE rival.library_id = f.library_id AND rival.content_key = f.content_key
          AND rival.path <> f.path AND rival.gone_since_ms IS NULL) THEN 'doublyClaimed'
        WHEN c.content_key IS NOT NULL THEN 'conflict'
        WHEN q.state = 'needsAttention' THEN 'needsYou'
        WHEN h.would = 'upload' THEN 'notSent'
        WHEN h.because = 'direction' AND q.entry_id IS NULL AND s.sha256 = f.sha256 THEN 'notFetched'
        WHEN q.entry_id IS NOT NULL OR s.content_key IS NULL OR s.sha256 <> f.sha256 THEN 'waiting'
        -- Where it was moved, what the service has lost may wait for another file before it is sent again.
        WHEN s.path <> f.path AND NOT EXISTS (SELECT 1 FROM remote_item AS there WHERE there.library_id = f.library_id
          AND there.service_id = :service AND there.content_key = f.content_key AND there.major = s.major
          AND there.minor = s.minor) THEN 'waiting'
        WHEN s.minor = 0 AND s.major > 0 THEN 'upToDate'
        ELSE 'draft'
      END AS file_state,
      substr(f.content_key, instr(f.content_key, '/EC') + 1, 8) AS class_code
    FROM local_file AS f
    LEFT JOIN synced_item AS s ON s.library_id = f.library_id AND s.service_id = :service AND s.content_key = f.content_key
    LEFT JOIN conflict AS c ON c.library_id = f.library_id AND c.service_id = :service AND c.content_key = f.content_key
    -- A removal is about a file that is gone, the others about one that is there: see BoundedChanges.ofFile.
    LEFT JOIN bounded_change AS b ON b.library_id = f.library_id AND b.service_id = :service AND b.content_key = f.content_key
      AND b.kind = CASE WHEN f.gone_since_ms IS NOT NULL THEN 'removal'
        WHEN EXISTS (SELECT 1 FROM bounded_change AS back WHERE back.library_id = f.library_id AND back.service_id = :service
          AND back.content_key = f.content_key AND back.kind = 'rollback' AND back.standing <> 'done') THEN 'rollback'
        ELSE 'overwrite' END
    LEFT JOIN held_back AS h ON h.library_id = f.library_id AND h.service_id = :service AND h.content_key = f.content_key
    LEFT JOIN removal AS r ON r.library_id = f.library_id AND r.service_id = :service AND r.content_key = f.content_key
    -- One entry per file: what needs a person before what runs by itself.
    LEFT JOIN queue_entry AS q ON q.entry_id = (SELECT entry_id FROM queue_entry AS e
      WHERE e.library_id = f.library_id AND e.content_key = f.content_key
        AND (e.operation <> 'release' OR e.state = 'needsAttention')
      ORDER BY e.state = 'needsAttention' DESC, e.entry_id LIMIT 1)
    -- What a person meant to be gone is not shown, nor is what may stand elsewhere now.
    WHERE f.gone_since_ms IS NULL OR (r.answer IS NOT 'confirmed' AND NOT EXISTS (SELECT 1 FROM local_file AS here
      WHERE here.library_id = f.library_id AND here.content_key = f.content_key AND here.gone_since_ms IS NULL AND here.settled = 1
        AND here.sha256 IS NOT NULL AND here.problem IS NULL))
  )`;

export const filterConditions: Readonly<Record<FileFilter, string>> = {
  all: '1',
  // What is held back until it is published can be published.
  drafts: "(file_state = 'draft' OR (file_state = 'notSent' AND held_because = 'onPublish'))",
  needsYou: "file_state IN ('needsYou', 'otherProgram', 'conflict', 'doublyClaimed')",
  unassigned: "file_state = 'unassigned'",
  removedHere: "file_state = 'removedHere'",
};

/** The beginning of a statement about the table `file`, the columns of which hold what is known of each file. */
export function withFiles(serviceId: string | undefined): string {
  return withState.replaceAll(':service', serviceId === undefined ? 'NULL' : `'${serviceId.replaceAll("'", "''")}'`);
}

/** What was found equal may be called up to date only where that is confirmed. */
export function honestState(state: FileState, confirmed: boolean): FileState {
  return state === 'upToDate' && !confirmed ? 'unconfirmed' : state;
}
