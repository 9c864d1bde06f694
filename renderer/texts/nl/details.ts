import { actionSentences, type ErrorAction } from '../../../shared/errors/actions.ts';
import { catalogue, type ErrorCode } from '../../../shared/errors/catalogue.ts';
import { dutchDetails } from '../../../shared/words/details/nl.ts';
import { createDetails, sentencesOf } from '../../../shared/words/details/put-into-words.ts';
import { errors } from './errors.ts';

// One error may be told in the detail of another, with what happened and what to do.
const codes = Object.keys(catalogue) as ErrorCode[];
const actions = Object.keys(actionSentences) as ErrorAction[];
const ofCatalogue = [
  ...codes.flatMap((code) => [
    ...sentencePairs(catalogue[code].happened, errors.happened(code)),
    ...sentencePairs(catalogue[code].safe, errors.safe(code)),
  ]),
  ...actions.flatMap((action) => sentencePairs(actionSentences[action], errors.toDo[action])),
];

/** Details are said sentence by sentence, and where both languages have as many these are told so too. */
function sentencePairs(english: string, dutch: string): [string, string][] {
  const [some, others] = [sentencesOf(english), sentencesOf(dutch)];
  const pairs = some.length === others.length ? some.map((one, at): [string, string] => [one, others[at] ?? '']) : [];
  return [[english, dutch], ...pairs];
}

/** Says in Dutch what an error is about. */
export const sayDetail = createDetails({ ...Object.fromEntries<string>(ofCatalogue), ...dutchDetails });
