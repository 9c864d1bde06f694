import type { ErrorAction } from '../../errors/actions.ts';
import { englishErrors } from '../../errors/error-words.ts';
import { createFormats } from '../formats.ts';
import { answerWords } from '../many-changes.ts';
import { english } from './en.ts';
import { doneBy } from './put-into-words.ts';
import type { Speaker } from './sentences.ts';

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

/** They read their tables when they are needed first, which takes milliseconds. */
const formats = createFormats('en');

/** Speaks English without a window: with the catalogue's own words for errors, and the commands of the command line. */
export function englishSpeaker(nowMs: number): Speaker {
  return { nowMs, formats, sentences: english, errors: englishErrors, commands };
}

/** The command that does what an error asks for; empty where none does. */
export function commandInWords(action: ErrorAction): string {
  const command: unknown = Object.hasOwn(commands, action) ? commands[action as keyof typeof commands] : undefined;
  return typeof command === 'string' ? doneBy(command) : '';
}
