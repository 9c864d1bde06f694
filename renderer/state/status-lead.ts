import { isEndedByPerson } from '../../shared/errors/reachability.ts';
import type { HonestStatus } from '../../shared/rpc/honest-status.ts';
import { needsOf } from '../../shared/rpc/needs.ts';
import type { StatusRecord } from '../../shared/rpc/status-records.ts';
import type { Route } from './route.ts';

/** Where the one sentence on the state of everything leads: to what explains it, and to what can be done. */
export function statusLead(said: HonestStatus, status: StatusRecord): Route {
  switch (said.kind) {
    case 'needsYou': {
      const { files, besideFiles } = needsOf(status);
      if (files + besideFiles === 0) return { view: 'settings', section: 'libraries' };
      // To what most of them are of. Activity tells of the files too, and the sidebar of what Activity lists.
      return files >= besideFiles ? { view: 'library', filter: 'needsYou' } : { view: 'activity' };
    }
    case 'unassigned':
      return { view: 'library', filter: 'unassigned' };
    case 'missing':
    case 'held':
    case 'paused':
    case 'pausedByPerson':
      return { view: 'library' };
    case 'notSetUp':
      return { view: 'settings', section: 'connection' };
    case 'cutOff':
      return isEndedByPerson(said.cutOff) ? { view: 'settings', section: 'connection' } : { view: 'activity' };
    case 'noLibrary':
      return { view: 'settings', section: 'libraries' };
    default:
      return { view: 'activity' };
  }
}
