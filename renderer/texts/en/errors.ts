import { actionSentences, type ErrorAction } from '../../../shared/errors/actions.ts';
import { englishErrors } from '../../../shared/errors/error-words.ts';
import { createFormats } from '../../../shared/words/formats.ts';

const { number } = createFormats('en');

/** Label of the button that leads to what can be done; empty where no button of the window helps. */
const actionButtons: Record<ErrorAction, string> = {
  'enter-license-code': 'Enter the license code',
  'enter-client-secret': 'Enter the client secret',
  'check-client': 'Check client id and secret',
  'check-address': 'Correct the address',
  'use-https': 'Correct the address',
  'check-connection': 'Check the connection',
  'connect-network': 'Try now',
  'sign-in-to-network': 'Try now',
  'sign-in-to-proxy': 'Sign in to the proxy',
  'check-certificate': 'Check the connection',
  'check-input': '',
  'choose-class': 'Choose the class',
  'choose-file': '',
  'name-otherwise': '',
  'choose-side': '',
  'close-program': 'Try now',
  'lift-read-only': 'Try now',
  'replace-link': 'Try now',
  'move-file': 'Try now',
  'free-space': 'Try now',
  'allow-writing': 'Try now',
  'check-folder': 'Try now',
  'check-path': '',
  'ask-permission': '',
  'choose-drawing': '',
  'choose-other-folder': '',
  'separate-libraries': '',
  'confirm-folder': 'Try now',
  'repair-links': 'Try now',
  'relocate-library': '',
  'move-library-away': '',
  'resume-library': '',
  rename: '',
  'answer-question': '',
  'add-again': 'I have read this',
  'start-again': '',
  'publish-again': 'Look at the drafts',
  'try-again': 'Try again',
  'update-app': '',
  'reinstall-app': '',
  'set-program': '',
  'restore-bytes': '',
  none: '',
};

export const errors = {
  ...englishErrors,
  toDo: { ...actionSentences, 'resume-library': 'Resume the library.' },
  buttons: actionButtons,
  asOf: (when: string) => `as of ${when}`,
  asOfHint: 'The service cannot be reached now. This is what it said before.',
  othersUnknown: (n: number) => `What became of the other ${number(n)} is not known: look at them again.`,
  partial: 'incomplete',
  partialHint: 'What the service has is not known yet. This is only what waits for it.',
};
