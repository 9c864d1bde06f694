import { isEndedByPerson } from '../../shared/errors/reachability.ts';
import type { ActionName } from '../../shared/rpc/actions.ts';
import { honestStatus, type HonestStatus } from '../../shared/rpc/honest-status.ts';
import type { StatusRecord } from '../../shared/rpc/status-records.ts';
import { desktopWords, type DesktopWords } from '../../shared/words/desktop.ts';
import { createFormats, type Language } from '../../shared/words/formats.ts';
import { statusInWords } from '../../shared/words/status-in-words.ts';
import type { TrayMark } from './tray-marks.ts';

/** What the tray shows. */
export interface TrayContent {
  readonly mark: TrayMark;
  readonly headline: string;
  /** The one thing to do that fits the state; none while the engine is not reached. */
  readonly doNow: { readonly text: string; readonly action: ActionName } | undefined;
  /** A newer version that is ready to be installed. */
  readonly update: string | undefined;
  readonly open: string;
  readonly quit: string;
}

const markOf: Readonly<Record<HonestStatus['kind'], TrayMark>> = {
  unknown: 'idle',
  notSetUp: 'idle',
  cutOff: 'idle',
  paused: 'needsYou',
  pausedByPerson: 'idle',
  needsYou: 'needsYou',
  connecting: 'working',
  noLibrary: 'idle',
  scanning: 'working',
  settling: 'working',
  missing: 'working',
  syncing: 'working',
  unassigned: 'needsYou',
  held: 'idle',
  notCheckedLately: 'idle',
  upToDate: 'upToDate',
};

/**
 * What the tray shows in a language.
 * @param status `undefined` while the engine is not reached
 * @param newerVersion one that is ready to be installed
 */
export function trayContent(
  status: StatusRecord | undefined,
  nowMs: number,
  language: Language,
  newerVersion?: string,
): TrayContent {
  const now: HonestStatus = status ? honestStatus(status, nowMs, true) : { kind: 'unknown' };
  const { open, quit, update } = desktopWords[language];
  const isBlocked = now.kind === 'cutOff' && isEndedByPerson(now.cutOff);
  return {
    mark: isBlocked ? 'needsYou' : markOf[now.kind],
    headline: statusInWords(now, { language, formats: createFormats(language), nowMs }).headline,
    doNow: status && doNow(now, status, desktopWords[language]),
    update: newerVersion === undefined ? undefined : update.offer(newerVersion),
    open,
    quit,
  };
}

function doNow(now: HonestStatus, status: StatusRecord, words: DesktopWords): TrayContent['doNow'] {
  const drafts = status.counts.drafts ?? 0;
  switch (now.kind) {
    case 'unknown':
      return undefined;
    case 'cutOff':
      return isEndedByPerson(now.cutOff)
        ? { text: words.doNow.checkConnection, action: 'status' }
        : { text: words.doNow.tryNow, action: 'tryNow' };
    case 'upToDate':
      if (drafts > 0) return { text: words.publish(drafts), action: 'publish' };
      return { text: words.doNow.tryNow, action: 'tryNow' };
    case 'notCheckedLately':
      return { text: words.doNow.tryNow, action: 'tryNow' };
    default:
      return { text: words.doNow[now.kind], action: 'status' };
  }
}
