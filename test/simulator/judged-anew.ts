import { raw } from '../../electron/engine/state/sql.ts';
import type { Site } from './site.ts';
import { Violation } from './violation.ts';

/**
 * honest-status: everything whose ground moved since it was judged is judged again when somebody asks; so judging all of
 * it from the start tells nothing new.
 * @throws Violation
 */
export function checkJudgedAnew(site: Site): void {
  const runner = site.engine()?.runners()[0];
  if (!runner) return;
  const database = site.world.database();
  const dump = (): Map<string, string> =>
    new Map(
      database
        .all(raw('SELECT * FROM verdict ORDER BY subject'), (row) => row)
        .map((row) => {
          const { subject, service_id, ...judged } = row as Record<string, unknown>;
          // Of a file without a key no service has anything to say.
          return [
            String(subject),
            JSON.stringify({ ...judged, ...(judged['content_key'] === null ? {} : { service_id }) }),
          ];
        }),
    );
  runner.judgement.refresh();
  const left = database.all(raw('SELECT * FROM dirty'), (row) => row);
  if (left.length > 0) throw new Violation('honest-status', `${site.name} left ${JSON.stringify(left)} as they were`);
  const before = dump();
  database.transaction(() => {
    for (const keys of ['local_file', 'remote_item', 'synced_item', 'queue_entry', 'verdict'])
      database.run(
        raw(
          `INSERT OR IGNORE INTO dirty SELECT library_id, '', content_key FROM ${keys} WHERE content_key IS NOT NULL`,
        ),
      );
    database.run(raw("INSERT OR IGNORE INTO dirty SELECT library_id, path, '' FROM local_file"));
    database.run(raw('DELETE FROM verdict'));
  });
  runner.judgement.refresh();
  const after = dump();
  for (const subject of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(subject), after.get(subject)];
    // Whether the time is over in which a file may come back is looked at when that is due by the steady clock.
    const isTimed = [was, is].some((judged) => /"kind":"(removedHere|missing)"/.test(judged ?? '')) && site.wasSet;
    // So it is with what waits for such a file.
    const isAwaited =
      [was, is].some((judged) => judged?.includes('"kind":"undecided"')) && (site.wasSet || !runner.isQuiet());
    if (was !== is && !isTimed && !isAwaited)
      throw new Violation('honest-status', `${subject} of ${site.name} was judged ${was}, and is ${is}`);
  }
}
