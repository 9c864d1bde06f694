import { actionSentences, type ErrorAction } from '../../errors/actions.ts';
import { catalogue } from '../../errors/catalogue.ts';
import type { ClassSuggestion } from '../../rpc/class-suggestion.ts';
import type { Explanation, ExplanationAction, OwnAction, Reason } from '../../rpc/explanation.ts';
import { standingOf } from '../../rpc/standings.ts';
import { createFormats, type Language } from '../formats.ts';
import { answerWords } from '../many-changes.ts';
import { dutch } from './nl.ts';
import { english } from './en.ts';
import { momentOf, type Sentences, type Speaker } from './sentences.ts';

const languages: Readonly<Record<Language, Sentences>> = { en: english, nl: dutch };

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

/** Says an explanation in a language. The same words are said by window and command line. */
export function putIntoWords(explanation: Explanation, language: Language, by: Speaker): ExplanationWords {
  const sentences = languages[language];
  return {
    reason: reasonInWords(explanation.reason, sentences, by),
    since: sinceInWords(explanation.sinceMs, sentences, by),
    next: sentences.next[explanation.next.code](whenInWords(explanation.next.atMs, sentences, by)),
    toDo: explanation.actions.map((action) => toDoInWords(action, explanation.reason, sentences, by)).join(' '),
    release: releaseInWords(explanation, sentences),
    leftLine: explanation.leftKey === undefined ? '' : sentences.leftLine(explanation.leftKey),
    placeTaken: explanation.isPlaceTaken ? sentences.placeTaken : '',
  };
}

/** Says what a file without classes may belong to, and why. */
export function suggestionInWords(suggestion: ClassSuggestion, language: Language, by: Speaker): string {
  const { etimClassCode, etimClassVersion, modellingClassCode, modellingClassVersion, because } = suggestion;
  const pair = [
    [etimClassCode, etimClassVersion],
    [modellingClassCode, modellingClassVersion],
  ].flatMap(([code, version]) => (code === undefined ? [] : [`${code} v${version ?? '1'}`]));
  return languages[language].suggestion(pair.join(' · '), because, by);
}

/** One line of everything an explanation says. */
export function allWords({ reason, since, placeTaken, next, toDo, release, leftLine }: ExplanationWords): string {
  return [reason, since, placeTaken, next, toDo, release, leftLine].filter((sentence) => sentence !== '').join(' ');
}

const commands = {
  'choose-class': 'assign',
  'confirm-folder': 'library confirm DIR',
  'pick-file': 'pick',
  'put-back': 'restore',
  publish: 'release',
  'resolve-conflict': 'resolve',
  'declare-program': () => 'library set DIR --application "NAME VERSION"',
  'raise-version': () => 'library set DIR --application "NAME VERSION"',
  'replace-after-all': () => `sync DIR --once ${answerWords('overwrite', 'go-on')}`,
  'answer-question': (reason) =>
    ['sync DIR --once', ...(reason.code === 'manyChanges' ? [answerWords(reason.kind, 'go-on|keep')] : [])].join(' '),
} as const satisfies Speaker['commands'];

/** Speaks English without a window: with the catalogue's own words for errors, and the commands of the command line. */
export function englishSpeaker(nowMs: number): Speaker {
  return {
    nowMs,
    formats: createFormats('en'),
    errors: { happened: (code) => catalogue[code].happened, toDo: actionSentences },
    commands,
  };
}

function reasonInWords(reason: Reason, { reasons }: Sentences, by: Speaker): string {
  // The table has exactly the sentence of this code, which no type can say of a union.
  const say = reasons[reason.code] as (said: Reason, speaker: Speaker) => string;
  return say(reason, by);
}

function sinceInWords(sinceMs: number | undefined, { since }: Sentences, by: Speaker): string {
  if (sinceMs === undefined) return '';
  const atMs = Math.min(sinceMs, by.nowMs);
  return since(momentOf(atMs, by), by.formats.fromNow(atMs, by.nowMs));
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

function whenInWords(atMs: number | undefined, { soon }: Sentences, by: Speaker): string | undefined {
  if (atMs === undefined || !Number.isFinite(atMs)) return undefined;
  return atMs - by.nowMs < 1_000 ? soon : by.formats.fromNow(atMs, by.nowMs);
}

function toDoInWords(
  action: ExplanationAction,
  reason: Reason,
  { toDo }: Sentences,
  { errors, commands }: Speaker,
): string {
  const sentence = isOwn(action, toDo) ? toDo[action] : errors.toDo[action as ErrorAction];
  const command = commands?.[action];
  if (command === undefined) return sentence;
  return `${sentence} ${doneBy(typeof command === 'string' ? command : command(reason))}`;
}

/** The command that does what an error asks for; empty where none does. */
export function commandInWords(action: ErrorAction): string {
  const command: unknown = Object.hasOwn(commands, action) ? commands[action as keyof typeof commands] : undefined;
  return typeof command === 'string' ? doneBy(command) : '';
}

function doneBy(command: string): string {
  return `“cadsync ${command}” does it.`;
}

function isOwn(action: ExplanationAction, toDo: Sentences['toDo']): action is OwnAction {
  return Object.hasOwn(toDo, action);
}
