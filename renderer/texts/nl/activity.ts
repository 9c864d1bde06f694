import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const activity: Texts['activity'] = {
  writes: {
    title: 'Wacht op de service',
    refusedTitle: 'Geweigerd door de service',
    refusedHint: 'Gevraagd toen de service weg was. Het blijft hier tot u het opnieuw probeert of weggooit.',
    hint: 'Gevraagd toen de service weg was. Het gaat erheen, op deze volgorde, zodra dat kan.',
    fromAddIn: 'van een invoegtoepassing',
    operations: {
      storeFile: 'CAD-bestand',
      storeMetadata: 'Nieuw concept',
      release: 'Publicatie',
      storeStandard: 'Standaard',
      storeValidationFile: 'Validatiebestand',
      storeValidationRequest: 'Validatieaanvraag',
      setBimReady: 'BIM-gereed',
      storeFilter: 'Productfilter',
    },
    untitled: 'Zonder naam',
    waiting: 'Wacht',
    discard: 'Weggooien',
    discardQuestion: (n) =>
      n === 0
        ? 'Dit is niet terug te draaien.'
        : `Dit is niet terug te draaien. Wat het nodig heeft, gaat mee: nog ${number(n)}.`,
    discardYes: 'Voorgoed weggooien',
    discarded: 'Weggegooid.',
    keep: 'Bewaren',
    refused: (title) => `De service weigerde wat erop wachtte: ${title}. Het staat bewaard onder Activiteit.`,
  },
  operations: { upload: 'Uploaden', download: 'Downloaden', release: 'Publiceren' },
  entryStates: { waiting: 'Wacht', running: 'Bezig', retrying: 'Nieuwe poging', needsAttention: 'Wacht op u' },
  kinds: {
    uploaded: (version) => `Als concept${version && ` ${version}`} bewaard`,
    downloaded: (version) => `${version ? `${version} van` : 'Van'} de service gehaald`,
    released: (version) => `Gepubliceerd${version && ` als ${version}`}`,
    restored: (version) => `Teruggezet${version && `, zoals het in ${version} was`}`,
    adopted: (version) => `Precies zoals${version ? ` ${version}` : ''} op de service`,
    conflictFound: () => 'Hier en op de service gewijzigd',
    relinked: () => 'Verplaatst of hernoemd; de versies zijn meegegaan',
    failed: () => 'Mislukt',
    removedHere: () => 'Uit de map verwijderd; de service bewaart de versies',
    leftLine: (version) =>
      `Klasse of programma gewijzigd; eerdere versies${version ? ` tot en met ${version}` : ', als die er zijn,'} blijven onder de oude sleutel`,
    foundChanged: (version) =>
      `Op de schijf gewijzigd zonder nieuwe datum; telt als wijziging${version && `; de service bewaart ${version}`}`,
    foundUnreadable: (version) =>
      `Niet meer van de schijf te lezen${version && `; de service heeft hetzelfde als ${version}`}. Het wordt niet vanzelf vervangen.`,
    savedLate: () =>
      'Een programma sloeg erin op nadat het was vervangen; dat staat bij de eerdere kopieën, niet in de bibliotheek',
    addInSent: () => 'Opgeslagen voor een invoegtoepassing, die het bewaarde toen de service weg was',
    addInRefused: () =>
      'Door een invoegtoepassing bewaard toen de service weg was, en door de service geweigerd. Het blijft hier bewaard.',
    writeSent: () => 'Bij de service gedaan, zoals gevraagd toen die weg was',
    writeRefused: () => 'Aan de service gevraagd toen die weg was, en geweigerd. Het blijft hier bewaard.',
    writeDiscarded: () => 'Aan de service gevraagd toen die weg was, en door u weggegooid',
    libraryAdded: () => 'Bibliotheek toegevoegd',
    libraryRemoved: () => 'Bibliotheek verwijderd; de bestanden blijven',
    libraryPaused: () => 'Bibliotheek gepauzeerd',
    pausedByPerson: () => 'Bibliotheek door u gepauzeerd',
    resumedByPerson: () => 'Bibliotheek door u hervat',
    connected: () => 'De service antwoordt',
    disconnected: () => 'De service is niet bereikbaar',
  },
  queue: 'Wachtrij',
  queueSummary: (waiting, running) =>
    `${number(running)} bezig, ${number(waiting)} ${waiting === 1 ? 'wacht' : 'wachten'}`,
  queueEmptyTitle: 'Verder wacht er niets',
  queueEmptyHint: 'Alles is verstuurd en opgehaald.',
  nothingToTransfer: 'Er wacht niets op zijn beurt om te worden verstuurd of opgehaald.',
  attention: 'Wacht op u',
  needyFiles: (n: number) =>
    n === 1 ? '1 bestand in de bibliotheken wacht op u' : `${number(n)} bestanden in de bibliotheken wachten op u`,
  firstOnly: (n: number) => `Alleen de eerste ${number(n)} staan hier.`,
  history: 'Geschiedenis',
  historyEmpty: 'Er is nog niets gebeurd.',
  retry: 'Nu proberen',
  retryAll: 'Alles nu proberen',
  retried: 'Nieuwe poging gestart.',
  withdraw: 'Intrekken',
  untilResumed: (library) => `wacht tot u ${library} hervat`,
  inConflict: 'hier en op de service gewijzigd: wacht tot u kiest welke versie geldt',
  otherService: (name) => `wordt verstuurd zodra ${name} weer verbonden is`,
  publishedAs: (name, version) => `${name}: gepubliceerd als ${version}`,
  publishedMany: (n) => `${number(n)} bestanden gepubliceerd`,
  takenBack: ({ withdrawn: n, sent, gone }) =>
    [
      n === 1 ? 'De publicatie is ingetrokken. Het bestand is ongewijzigd.' : '',
      n > 1 ? `${number(n)} publicaties zijn ingetrokken. De bestanden zijn ongewijzigd.` : '',
      sent === 1 ? '1 publicatie heeft de service misschien al bereikt en kan niet meer worden ingetrokken.' : '',
      sent > 1
        ? `${number(sent)} publicaties hebben de service misschien al bereikt en kunnen niet meer worden ingetrokken.`
        : '',
      gone === 1
        ? '1 publicatie staat niet meer in de wachtrij: ze is verstuurd, ingetrokken, of door een latere vervangen.'
        : '',
      gone > 1
        ? `${number(gone)} publicaties staan niet meer in de wachtrij: ze zijn verstuurd, ingetrokken, of door latere vervangen.`
        : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
  nextTry: (when) => `volgende poging ${when}`,
  nextTrySoon: 'volgende poging nu',
  attempts: (n) => (n === 1 ? '1 poging tot nu toe' : `${number(n)} pogingen tot nu toe`),
  showOlder: 'Oudere tonen',
  days: {
    title: (n) => `Laatste ${number(n)} dagen`,
    saved: 'Bewaard',
    published: 'Gepubliceerd',
    failed: 'Mislukt',
    unknown: 'niet meer bekend',
  },
};
