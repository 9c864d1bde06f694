import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const libraries: Texts['settings']['libraries'] = {
  none: 'Nog geen bibliotheek. Voeg de map toe waarin u werkt.',
  folder: 'Map',
  choose: 'Kiezen …',
  folderHint: 'Volledig pad van de map op deze computer',
  application: 'CAD-programma',
  applicationVersion: 'Versie',
  programs: 'CAD-programma’s',
  programsHint:
    'De programma’s waarmee u en uw collega’s deze bestanden openen, elk in één versie. Bestanden uit een oudere versie horen er ook bij; bestanden uit een nieuwere worden niet verstuurd.',
  firstProgramHint: 'Neutrale bestanden (IFC, STEP, DXF en dergelijke) horen hierbij',
  addProgram: 'Programma toevoegen',
  removeProgram: (name) => `${name} weghalen`,
  saveProgramsButton: 'Programma’s opslaan',
  programsSaved:
    'Opgeslagen. Bestanden die nu bij een ander programma of een andere versie horen, worden opnieuw gelezen.',
  programsWarningSafe:
    'Bestanden blijven waar ze zijn en worden als niet verstuurd getoond. Publicaties van bestanden die een andere sleutel krijgen, vervallen.',
  language: 'Taal',
  languageNone: 'Gelijk voor alle talen',
  button: 'Toevoegen',
  addedAgain: (name) =>
    `${name} was al een bibliotheek: wat aan beide kanten gelijk is, wordt herkend en niet dubbel verstuurd.`,
  added: (name) => `${name} is toegevoegd. De map wordt nu gescand.`,
  folderQuestion: ({ isShareRoot, otherLibrary, drawings, others, isAll }) =>
    `${isShareRoot ? 'Dit is een hele gedeelde map of schijf. ' : ''}${
      otherLibrary
        ? `${otherLibrary.isAbove ? 'De map ligt in' : 'In de map ligt'} ${otherLibrary.root}, een bibliotheek van een andere app of opdracht, of dat was die ooit: twee bibliotheken met dezelfde bestanden delen hun sleutels. `
        : ''
    }${
      isAll ? 'Er staan' : 'Bij een vlugge blik stonden er'
    } ${number(drawings)} CAD-bestanden en ${number(others)} andere bestanden in. Alleen CAD-bestanden worden gesynchroniseerd; is dit alles uw bibliotheek?`,
  folderYes: 'Ja, toevoegen',
  secondOf: (program) =>
    `Een andere bibliotheek heeft al bestanden van ${program}. Wat daar staat, blijft daar; deze haalt alleen de eigen klassen op, tenzij u iets anders kiest.`,
  folderMissing: 'de map ontbreekt',
  versionMissing: 'de versie ontbreekt',
  versionWrong: 'een versie is één woord met een cijfer, zoals 2025 of R14',
  remove: 'Verwijderen',
  removeAsk: (name) => `${name} niet meer synchroniseren? Elk bestand blijft waar het is.`,
  removeYes: 'Niet meer synchroniseren',
  removeWarningSafe: 'Bestanden blijven in de map, maar worden niet meer verstuurd. Wachtende publicaties vervallen.',
  removeAnyway: 'Toch niet meer synchroniseren',
  edit: 'Instellingen',
  direction: 'Richting',
  directions: { both: 'Beide kanten op', upOnly: 'Alleen versturen', downOnly: 'Alleen ontvangen' },
  directionHints: {
    both: 'Bestanden die u hier opslaat, worden verstuurd; nieuwere versies op de service worden opgehaald',
    upOnly: 'Nieuwere versies op de service worden getoond, maar niet opgehaald',
    downOnly: 'Wijzigingen hier worden getoond, maar niet verstuurd',
  },
  upload: 'Opgeslagen bestanden versturen',
  uploads: { automatic: 'Automatisch', onPublish: 'Bij Publiceren' },
  uploadHints: {
    automatic: 'Elke keer opslaan wordt een concept',
    onPublish: 'Blijft hier tot u het publiceert; dan wordt het verstuurd en gepubliceerd',
  },
  follow: 'Ophalen',
  follows: { drafts: 'Concepten en publicaties', releases: 'Alleen publicaties' },
  followHints: {
    drafts: 'De nieuwste versie van iedereen',
    releases:
      'Concepten van anderen blijven op de service. Een bestand dat u intussen wijzigde, wordt er wel mee vergeleken.',
  },
  fetch: 'Nieuwe bestanden',
  fetches: { own: 'Van de eigen klassen', everything: 'Alle' },
  fetchHints: {
    own: 'Opgehaald als deze bibliotheek bestanden van hun klasse heeft',
    everything: 'Opgehaald, tenzij een andere bibliotheek op deze computer ze heeft, of bestanden van hun klasse',
  },
  givesWay: (name) => `${name} haalt nu alles op; kiest u dit, dan haalt die alleen nog de eigen klassen op.`,
  quietTime: 'Wachttijd na opslaan',
  quietTimeHint: 'Hoe lang een bestand onveranderd moet zijn voordat het wordt gelezen',
  quietTimeByDrive: (duration) => `Naar soort schijf (${duration})`,
  ignore: 'Negeren',
  ignoreHint:
    'Eén patroon per regel, zoals in een .gitignore: Oud/, *.bak.dwg. Genegeerde bestanden blijven waar ze zijn, aan beide kanten.',
  ignorePlaceholder: 'Oud/',
  ignoreSave: 'Patronen opslaan',
  settingsWarningSafe:
    'Bestanden blijven waar ze zijn en staan er als niet verstuurd. Publicaties die de instellingen uitsluiten, vervallen.',
  settingsAnyway: 'Toch wijzigen',
  notFetched: (n) =>
    n === 1
      ? '1 bestand op de service wordt door deze instellingen niet opgehaald'
      : `${number(n)} bestanden op de service worden door deze instellingen niet opgehaald`,
  notFetchedBecause: {
    onPublish: 'wacht op publiceren',
    direction: 'deze bibliotheek verstuurt alleen',
    follow: 'tot nu toe alleen een concept',
    ignored: 'het pad wordt genegeerd',
    otherLibrary: 'hoort bij een andere bibliotheek op deze computer',
    noLibrary: 'van een klasse die geen bibliotheek op deze computer heeft',
  },
  removed: (name) => `${name} is verwijderd. De bestanden blijven waar ze zijn.`,
  lastScan: (when) => `gescand: ${when}`,
  removedHere: (n) => `${number(n)} hier verwijderd`,
};
