import type { ErrorAction } from '../../errors/actions.ts';
import type { ClassSuggestion } from '../../rpc/class-suggestion.ts';
import type { Explanation, ExplanationAction, OwnAction, Reason } from '../../rpc/explanation.ts';
import { standingOf } from '../../rpc/standings.ts';
import { momentOf, type Sentences, type Speaker } from './sentences.ts';

/** An explanation as sentences; each is empty where there is nothing to say. */
export interface ExplanationWords {
  /** Why, in one sentence: all there is in a tooltip. */
  readonly reason: string;
  readonly since: string;
  readonly next: string;
  readonly toDo: string;
  /** What became of a release of it that the service had, and what becomes of one that is queued. */
  readonly release: string;
  /** What is to be known of the versions it had under another key. */
  readonly leftLine: string;
  /** That something else stands where it was. */
  readonly placeTaken: string;
}

/** Says an explanation. The same words are said by window and command line. */
export function putIntoWords(explanation: Explanation, by: Speaker): ExplanationWords {
  const { sentences } = by;
  return {
    reason: reasonInWords(explanation.reason, by),
    since: sinceInWords(explanation.sinceMs, by),
    next: sentences.next[explanation.next.code](whenInWords(explanation.next.atMs, by)),
    toDo: explanation.actions.map((action) => toDoInWords(action, explanation.reason, by)).join(' '),
    release: releaseInWords(explanation, sentences),
    leftLine: explanation.leftKey === undefined ? '' : sentences.leftLine(explanation.leftKey),
    placeTaken: explanation.isPlaceTaken ? sentences.placeTaken : '',
  };
}

/** Says what a file without classes may belong to, and why. */
export function suggestionInWords(suggestion: ClassSuggestion, by: Speaker): string {
  const { etimClassCode, etimClassVersion, modellingClassCode, modellingClassVersion, because } = suggestion;
  const pair = [
    [etimClassCode, etimClassVersion],
    [modellingClassCode, modellingClassVersion],
  ].flatMap(([code, version]) => (code === undefined ? [] : [`${code} v${version ?? '1'}`]));
  return by.sentences.suggestion(pair.join(' · '), because, by);
}

/** One line of everything an explanation says. */
export function allWords({ reason, since, placeTaken, next, toDo, release, leftLine }: ExplanationWords): string {
  return [reason, since, placeTaken, next, toDo, release, leftLine].filter((sentence) => sentence !== '').join(' ');
}

function reasonInWords(reason: Reason, by: Speaker): string {
  // The table has exactly the sentence of this code, which no type can say of a union.
  const say = by.sentences.reasons[reason.code] as (said: Reason, speaker: Speaker) => string;
  return say(reason, by);
}

function sinceInWords(sinceMs: number | undefined, by: Speaker): string {
  if (sinceMs === undefined) return '';
  const atMs = Math.min(sinceMs, by.nowMs);
  return by.sentences.since(momentOf(atMs, by), by.formats.fromNow(atMs, by.nowMs));
}

/** Where the reason is the release, it says that itself. */
function releaseInWords(explanation: Explanation, sentences: Sentences): string {
  const { lostRelease, reason, release } = explanation;
  const isSaid = lostRelease === undefined || reason.code === 'releaseLost';
  const lost = isSaid ? '' : sentences.lostRelease(lostRelease, release === 'these');
  return [lost, queuedInWords(explanation, sentences)].filter((sentence) => sentence !== '').join(' ');
}

function queuedInWords({ release, reason }: Explanation, sentences: Sentences): string {
  if (release === undefined || reason.code === 'releaseQueued') return '';
  if (release !== 'these') return sentences.release[release];
  if (reason.code === 'pausedByPerson') return sentences.release.onceResumed;
  return sentences.release[standingOf[reason.code] === 'needsYou' ? 'afterYou' : release];
}

function whenInWords(atMs: number | undefined, by: Speaker): string | undefined {
  if (atMs === undefined || !Number.isFinite(atMs)) return undefined;
  return atMs - by.nowMs < 1_000 ? by.sentences.soon : by.formats.fromNow(atMs, by.nowMs);
}

function toDoInWords(action: ExplanationAction, reason: Reason, { sentences, errors, commands }: Speaker): string {
  const { toDo } = sentences;
  const sentence = isOwn(action, toDo) ? toDo[action] : errors.toDo[action as ErrorAction];
  const command = commands?.[action];
  if (command === undefined) return sentence;
  return `${sentence} ${doneBy(typeof command === 'string' ? command : command(reason))}`;
}

/** What a command is for. */
export function doneBy(command: string): string {
  return `“cadsync ${command}” does it.`;
}

function isOwn(action: ExplanationAction, toDo: Sentences['toDo']): action is OwnAction {
  return Object.hasOwn(toDo, action);
}
