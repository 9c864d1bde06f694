import { actionSentences, type ErrorAction } from '../../../errors/actions.ts';
import { catalogue, type ErrorCode } from '../../../errors/catalogue.ts';
import { dutchDetails } from '../../details/nl.ts';
import { createDetails, sentencesOf } from '../../details/put-into-words.ts';
import { errorSentences } from './error-sentences.ts';
import { toDo } from './to-do.ts';

// One error may be told in the detail of another, with what happened and what to do.
const codes = Object.keys(catalogue) as ErrorCode[];
const actions = Object.keys(actionSentences) as ErrorAction[];
const ofCatalogue = [
  ...codes.flatMap((code) => [
    ...sentencePairs(catalogue[code].happened, errorSentences[code].happened),
    ...sentencePairs(catalogue[code].safe, errorSentences[code].safe),
  ]),
  ...actions.flatMap((action) => sentencePairs(actionSentences[action], toDo[action])),
];

/** Details are said sentence by sentence, and where both languages have as many these are told so too. */
function sentencePairs(english: string, dutch: string): [string, string][] {
  const [some, others] = [sentencesOf(english), sentencesOf(dutch)];
  const pairs = some.length === others.length ? some.map((one, at): [string, string] => [one, others[at] ?? '']) : [];
  return [[english, dutch], ...pairs];
}

/** Says in Dutch what an error is about. */
export const sayDetail = createDetails({ ...Object.fromEntries<string>(ofCatalogue), ...dutchDetails });
