import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const activity: Texts['activity'] = {
  title: 'Activiteit',
  operations: { upload: 'Uploaden', download: 'Downloaden', release: 'Publiceren' },
  entryStates: { waiting: 'Wacht', running: 'Bezig', retrying: 'Nieuwe poging', needsAttention: 'Wacht op u' },
  kinds: {
    uploaded: (version) => `Als concept${version && ` ${version}`} bewaard`,
    downloaded: (version) => `${version ? `${version} van` : 'Van'} de service gehaald`,
    released: (version) => `Gepubliceerd${version && ` als ${version}`}`,
    restored: (version) => `Teruggezet${version && `, zoals het in ${version} was`}`,
    adopted: (version) => `Dezelfde bytes als${version ? ` ${version}` : ''} op de service, gelijk`,
    conflictFound: () => 'Hier en op de service gewijzigd',
    relinked: () => 'Verplaatst of hernoemd; de versies zijn meegegaan',
    failed: () => 'Mislukt',
    removedHere: () => 'Uit de map verwijderd; de service bewaart de versies',
    leftLine: (version) =>
      `Klasse of programma gewijzigd; eerdere versies${version && ` tot en met ${version}`} blijven onder de oude sleutel`,
    foundChanged: (version) =>
      `Op de schijf gewijzigd zonder nieuwe datum; telt als wijziging${version && `; de service bewaart ${version}`}`,
    foundUnreadable: (version) =>
      `Niet meer van de schijf te lezen${version && `; de service heeft hetzelfde als ${version}`}. Het wordt niet vanzelf vervangen`,
    savedLate: () =>
      'Een programma sloeg erin op nadat het was vervangen; dat staat bij de eerdere kopieën, niet in de bibliotheek',
    libraryAdded: () => 'Bibliotheek toegevoegd',
    libraryRemoved: () => 'Bibliotheek verwijderd; de bestanden blijven',
    libraryPaused: () => 'Bibliotheek gepauzeerd',
    connected: () => 'De service antwoordt',
    disconnected: () => 'De service is niet bereikbaar',
  },
  queue: 'Wachtrij',
  queueSummary: (waiting, running) => `${number(running)} bezig, ${number(waiting)} wachten`,
  queueEmptyTitle: 'Verder wacht er niets',
  queueEmptyHint: 'Alles is verstuurd en opgehaald.',
  attention: 'Wacht op u',
  history: 'Geschiedenis',
  historyEmpty: 'Er is nog niets gebeurd.',
  retry: 'Nu proberen',
  retryAll: 'Alles nu proberen',
  retried: 'Nieuwe poging gestart.',
  withdraw: 'Intrekken',
  otherService: (name) => `gaat uit zodra ${name} weer verbonden is`,
  publishedAs: (name, version) => `${name}: gepubliceerd als ${version}`,
  publishedMany: (n) => `${number(n)} bestanden gepubliceerd`,
  withdrawn: 'De publicatie is ingetrokken. Het bestand is ongewijzigd.',
  nextTry: (when) => `volgende poging ${when}`,
  nextTrySoon: 'volgende poging nu',
  attempts: (n) => (n === 1 ? '1 poging tot nu toe' : `${number(n)} pogingen tot nu toe`),
  showOlder: 'Oudere tonen',
};
