import { actionSentences, type ErrorAction } from '../../../shared/errors/actions.ts';
import { catalogue, type ErrorCode } from '../../../shared/errors/catalogue.ts';
import { dutchDetails } from '../../../shared/words/details/nl.ts';
import { createDetails } from '../../../shared/words/details/put-into-words.ts';
import { errors } from './errors.ts';

// One error may be told in the detail of another, with what happened and what to do.
const codes = Object.keys(catalogue) as ErrorCode[];
const actions = Object.keys(actionSentences) as ErrorAction[];
const ofCatalogue: [string, string][] = [
  ...codes.map((code): [string, string] => [catalogue[code].happened, errors.happened(code)]),
  ...actions.map((action): [string, string] => [actionSentences[action], errors.toDo[action]]),
];

/** Says in Dutch what an error is about. */
export const sayDetail = createDetails({ ...Object.fromEntries<string>(ofCatalogue), ...dutchDetails });
