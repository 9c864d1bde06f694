import { actionSentences, type ErrorAction } from '../../../shared/errors/actions.ts';
import { catalogue, type ErrorCode } from '../../../shared/errors/catalogue.ts';

/** Label of the button that leads to what can be done; empty where no button of the window helps. */
const actionButtons: Record<ErrorAction, string> = {
  'enter-license-code': 'Enter the license code',
  'enter-client-secret': 'Enter the client secret',
  'check-address': 'Correct the address',
  'use-https': 'Correct the address',
  'check-connection': 'Check the connection',
  'connect-network': 'Try now',
  'sign-in-to-network': 'Try now',
  'sign-in-to-proxy': '',
  'check-certificate': 'Check the connection',
  'check-input': '',
  'choose-class': 'Choose the class',
  'choose-file': '',
  'choose-side': '',
  'close-program': 'Try now',
  'lift-read-only': 'Try now',
  'replace-link': 'Try now',
  'free-space': 'Try now',
  'check-folder': 'Try now',
  'choose-other-folder': '',
  'confirm-folder': 'Try now',
  'repair-links': 'Try now',
  'relocate-library': '',
  rename: '',
  'answer-question': '',
  'add-again': 'I have read this',
  'start-again': '',
  'publish-again': 'Look at the drafts',
  'try-again': 'Try again',
  'update-app': '',
  none: '',
};

export const errors = {
  happened: (code: ErrorCode): string => catalogue[code].happened,
  safe: (code: ErrorCode): string => catalogue[code].safe,
  toDo: actionSentences,
  buttons: actionButtons,
  asOf: (when: string) => `as of ${when}`,
  asOfHint: 'The service cannot be reached now. This is what it said before.',
};
