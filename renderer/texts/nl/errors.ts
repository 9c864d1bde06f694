import type { ErrorAction } from '../../../shared/errors/actions.ts';
import type { Texts } from '../texts.ts';
import { dutchErrors } from '../../../shared/words/errors/error-words.ts';
import { createFormats } from '../../../shared/words/formats.ts';

const { number } = createFormats('nl');

const buttons: Record<ErrorAction, string> = {
  'enter-license-code': 'Licentiecode invoeren',
  'enter-client-secret': 'Clientgeheim invoeren',
  'check-client': 'Client-id en geheim controleren',
  'check-address': 'Adres verbeteren',
  'use-https': 'Adres verbeteren',
  'check-connection': 'Verbinding controleren',
  'connect-network': 'Nu proberen',
  'sign-in-to-network': 'Nu proberen',
  'sign-in-to-proxy': 'Aanmelden bij de proxy',
  'check-certificate': 'Verbinding controleren',
  'check-input': '',
  'choose-class': 'Klasse kiezen',
  'choose-file': '',
  'name-otherwise': '',
  'choose-side': '',
  'close-program': 'Nu proberen',
  'lift-read-only': 'Nu proberen',
  'replace-link': 'Nu proberen',
  'move-file': 'Nu proberen',
  'free-space': 'Nu proberen',
  'allow-writing': 'Nu proberen',
  'check-folder': 'Nu proberen',
  'check-path': '',
  'ask-permission': '',
  'choose-drawing': '',
  'choose-other-folder': '',
  'separate-libraries': '',
  'confirm-folder': 'Nu proberen',
  'repair-links': 'Nu proberen',
  'relocate-library': '',
  'move-library-away': '',
  'resume-library': '',
  rename: '',
  'answer-question': '',
  'add-again': 'Gelezen',
  'start-again': '',
  'publish-again': 'Concepten bekijken',
  'try-again': 'Opnieuw proberen',
  'update-app': '',
  'reinstall-app': '',
  'set-program': '',
  'restore-bytes': '',
  none: '',
};

export const errors: Texts['errors'] = {
  ...dutchErrors,
  buttons,
  asOf: (when) => `stand van ${when}`,
  asOfHint: 'De service is nu niet bereikbaar. Dit is wat die eerder meldde.',
  othersUnknown: (n) => `Wat er van de andere ${number(n)} is geworden, is niet bekend: kijk er opnieuw naar.`,
  partial: 'onvolledig',
  partialHint: 'Wat de service heeft, is nog niet bekend. Dit is alleen wat op de service wacht.',
};
