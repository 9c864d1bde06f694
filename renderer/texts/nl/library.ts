import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const library: Texts['library'] = {
  search: 'Zoek bestanden en klassen',
  filters: 'Tonen',
  layout: 'Weergave',
  gallery: 'Galerij',
  table: 'Tabel',
  files: 'Bestanden',
  filesIn: (n) => (n === 1 ? '1 bestand' : `${number(n)} bestanden`),
  classVersion: (version) => `versie ${version}`,
  withoutClass: 'Zonder klasse',
  notFiled: 'Niet bij een klasse',
  withoutClassHint: (n, all) => {
    if (n < all) return `Kies de klasse van ${number(n)} om ${n === 1 ? 'dit' : 'ze'} te versturen.`;
    return `Kies ${n === 1 ? 'de klasse om het' : 'hun klasse om ze'} te versturen.`;
  },
  chooseColumns: 'Kolommen',
  chosen: {
    label: 'Gekozen bestanden',
    count: (n) => (n === 1 ? '1 bestand geselecteerd' : `${number(n)} bestanden geselecteerd`),
    none: 'Niets selecteren',
    notAssignable: {
      severalLibraries: () => 'Selecteer bestanden van één bibliotheek om ze een klasse te geven.',
      tooMany: (most) => `Selecteer hoogstens ${number(most)} bestanden om ze een klasse te geven.`,
    },
  },
  columns: {
    name: 'Naam',
    state: 'Status',
    version: 'Versie',
    class: 'Klasse',
    program: 'Programma',
    size: 'Grootte',
    changed: 'Gewijzigd',
  },
  empty: {
    noFiles: 'Hier staan nog geen CAD-bestanden',
    noFilesHint: 'Sla een family of tekening op in de bibliotheekmap en die verschijnt vanzelf.',
    scanning: 'De map wordt gescand',
    scanningHint: 'De CAD-bestanden die worden gevonden, verschijnen hier.',
    noLibrary: 'Voeg de map toe waarin u werkt',
    noLibraryHint: 'De app houdt de map in de gaten en bewaart elk opgeslagen bestand veilig op de service.',
    noMatch: 'Geen bestand gevonden',
    noMatchHint: 'Probeer een ander woord of toon alle bestanden.',
    showAll: 'Alle bestanden tonen',
    filtered: {
      drafts: 'Niets te publiceren: alles wat is opgeslagen, is gepubliceerd of wordt dat vanzelf.',
      needsYou: 'Niets wacht op u.',
      unassigned: 'Elk bestand heeft zijn klasse.',
      removedHere: 'Er staat hier niets om terug te zetten.',
    },
  },
  pausing: {
    pause: 'Pauzeren',
    resume: 'Hervatten',
    pauseNamed: (name) => `${name} pauzeren`,
    resumeNamed: (name) => `${name} hervatten`,
    paused: (name) => `${name} is gepauzeerd`,
    resumed: (name) => `${name} wordt weer gesynchroniseerd`,
    byYou: (name) => `U hebt ${name} gepauzeerd.`,
    hint: 'Daar wordt niets gelezen, bewaard, verstuurd of opgehaald tot u de bibliotheek hervat. Uw bestanden blijven zoals ze zijn.',
    libraryMenu: (name) => `Wat er met ${name} kan`,
    settings: 'Instellingen van de bibliotheken …',
  },
  libraryPaused: (name) => `${name} is gepauzeerd.`,
  manyChanges: {
    ask: {
      removal: (n, of, name) =>
        n === of
          ? `Alle ${number(n)} bestanden zijn verdwenen uit ${name}.`
          : `${number(n)} van de ${number(of)} bestanden zijn verdwenen uit ${name}.`,
      overwrite: (n, of, name) =>
        `${number(n)} van de ${number(of)} bestanden in ${name} zouden door nieuwere versies worden vervangen.`,
      rollback: (n, of, name) =>
        n === of
          ? `Alle ${number(n)} bestanden in ${name} zijn teruggegaan naar een oudere stand.`
          : `${number(n)} van de ${number(of)} bestanden in ${name} zijn teruggegaan naar een oudere stand.`,
    },
    kept: (n, name) =>
      n === 1
        ? `1 bestand in ${name} blijft ouder dan op de service.`
        : `${number(n)} bestanden in ${name} blijven ouder dan op de service.`,
    safe: {
      removal: 'Geen ervan telt als verwijderd tot u dat zegt. De versies staan veilig op de service.',
      overwrite: 'Ze blijven zo tot u dat zegt. Vervangen bestanden gaan naar de back-upmap van de bibliotheek.',
      rollback:
        'Ze worden pas verstuurd als u dat zegt. Haalt u de versies van de service terug, dan gaan deze bestanden naar de back-upmap.',
    },
    names: (names, more) => (more === 0 ? names : `${names} en nog ${number(more)}`),
    goOn: { removal: 'Verwijdering bevestigen', overwrite: 'Vervangen', rollback: 'Als nieuwe concepten versturen' },
    keep: { removal: 'Terugzetten', overwrite: 'Voorlopig zo laten', rollback: 'Versies van de service terughalen' },
    partly: (n, of) => `Dat geldt voor ${number(n)} van de ${number(of)} bestanden.`,
    done: {
      removal: {
        goOn: 'Ze tellen hier als verwijderd. De service bewaart de versies.',
        keep: 'Ze komen terug van de service.',
      },
      overwrite: { goOn: 'Ze worden vervangen.', keep: 'Ze blijven zoals ze zijn.' },
      rollback: {
        goOn: 'Ze worden als nieuwe concepten verstuurd.',
        keep: 'De nieuwere versies komen terug van de service. Deze bestanden gaan naar de back-upmap.',
      },
    },
  },
  wayOut: {
    confirm: 'Dit is mijn bibliotheek',
    confirmed: 'De bibliotheek gaat verder met deze map.',
    move: 'Verplaatste map zoeken …',
    relocated: 'De bibliotheek gaat verder op de nieuwe plaats.',
    changedPlaces:
      'De bibliotheek gaat daar verder. De bibliotheek die daar bekend was, wordt gezocht waar deze stond.',
    folder: 'Nieuwe plaats van de map',
    folderHint: 'De map wordt herkend aan het kenmerk erin; er wordt niets opnieuw verstuurd.',
    use: 'Deze map gebruiken',
  },
  scanStarted: 'De map wordt opnieuw gescand.',
  folder: 'Map',
  detail: {
    label: 'Gegevens van het bestand',
    close: 'Gegevens sluiten',
    open: 'Openen',
    reveal: 'Map tonen',
    sendAndPublish: 'Versturen en publiceren',
    publishAs: (draft, release) => `${draft} publiceren als ${release}`,
    releaseFailed: 'Deze publicatie is mislukt.',
    queuedRelease: (comment) => (comment === '' ? 'Zonder opmerking' : `“${comment}”`),
    queued: (n, offline, paused) => {
      if (paused !== '') {
        return n === 1
          ? `In de wachtrij: wordt gepubliceerd zodra u ${paused} hervat.`
          : `${number(n)} publicaties in de wachtrij: die van ${paused} gaan weg zodra u daar hervat.`;
      }
      if (offline) {
        return n === 1
          ? 'In de wachtrij: wordt gepubliceerd zodra de service antwoordt.'
          : `${number(n)} publicaties in de wachtrij: ze gaan weg zodra de service antwoordt.`;
      }
      return n === 1 ? 'Wordt gepubliceerd.' : `${number(n)} publicaties gaan weg.`;
    },
    commentHint: 'Wie deze versie krijgt, leest het',
    state: 'Status',
    class: 'Klasse',
    program: 'Programma',
    language: 'Taal',
    kind: 'Inhoud',
    size: 'Grootte',
    changed: 'Gewijzigd',
    folder: 'Map',
    readFromFile: (program) => `${program}, uit het bestand gelezen`,
    filedUnder: (program) => `ondergebracht bij ${program}`,
    fromLibrary: (program) => `${program}, volgens de bibliotheek`,
    noClass: 'nog geen',
    standsElsewhere: (before, now) => `“${before}” is nu “${now}”.`,
    goneTitle: (name) => `${name === undefined ? 'Dit bestand' : `“${name}”`} is er niet meer`,
    goneHint:
      'Het is hernoemd, verplaatst of verwijderd, of staat in geen bibliotheek meer. Wat ervan verstuurd is, blijft op de service.',
    showLibrary: 'Bibliotheek tonen',
    allVersions: 'Alle versies',
    conflictTitle: 'Twee versies',
    conflictMine: 'Uw versie',
    conflictTheirs: (version) => `De andere, ${version}`,
    conflictComment: (comment) => `“${comment}”`,
    conflictChoices: { keepMine: 'Mijn versie houden', takeTheirs: 'De andere nemen', keepBoth: 'Beide houden' },
    conflictMeans: {
      keepMine: 'Uw versie wordt het volgende concept, na de andere, als de bibliotheek verstuurt.',
      takeTheirs: 'Uw versie gaat naar de back-upmap.',
      keepBoth: 'De andere komt hier te staan, uw versie ernaast, zonder klasse.',
    },
    conflictResolved: {
      keepMine: 'Uw versie telt. Die wordt het volgende concept, na de andere, als de bibliotheek verstuurt.',
      takeTheirs: 'De andere versie staat er nu. Uw versie staat in de back-upmap van de bibliotheek.',
      keepBoth: 'De andere versie staat er nu. Uw versie staat ernaast, als kopie zonder klasse.',
    },
    conflictsResolved: {
      keepMine: (n) => `Van ${number(n)} bestanden wordt uw versie het volgende concept, na de andere.`,
      takeTheirs: (n) => `Van ${number(n)} bestanden staat de andere versie er nu. Uw versies staan in de back-upmap.`,
      keepBoth: (n) =>
        `Van ${number(n)} bestanden staat de andere versie er nu. Uw versies staan ernaast, zonder klasse.`,
    },
    conflictAnswered: {
      keepMine: (version) => `U hebt uw versie gehouden; de andere was ${version}.`,
      takeTheirs: (version) => `U hebt de andere genomen, ${version}.`,
      keepBoth: (version) => `U hebt beide gehouden; de andere is ${version}.`,
    },
    conflictsReopened: (n) =>
      n === 1
        ? 'Ongedaan gemaakt: kies opnieuw tussen de twee versies.'
        : `Ongedaan gemaakt: kies opnieuw voor ${number(n)} bestanden.`,
    conflictSent: (version) =>
      version === undefined
        ? 'Te laat om ongedaan te maken: uw versie wordt al verstuurd en blijft bij de versies staan.'
        : `Te laat om ongedaan te maken: uw versie is verstuurd als ${version} en blijft bij de versies staan.`,
    conflictsSent: (n) =>
      `Te laat om ongedaan te maken voor ${number(n)} bestanden: uw versies zijn verstuurd en blijven bij de versies staan.`,
    conflictRestoreTheirs: (version) => `${version} terugzetten`,
    conflictKeptAt: (path) => `De andere staat in ${path}`,
    openTheirs: 'De andere openen',
    openSince: (since, userName, computerName) =>
      `Sinds ${since}${userName ? ` door ${userName}` : ''}${computerName ? ` op ${computerName}` : ''}, volgens het vergrendelbestand ernaast.`,
    openAdvice:
      'Wat u opslaat wordt verstuurd zodra het daar gesloten is, of een uur na de laatste keer. Intussen wordt het niet vervangen.',
    openIgnore: 'Niemand heeft het geopend',
    openIgnored: 'Het vergrendelbestand telt niet meer mee tot het programma het opnieuw schrijft.',
  },
  claimants: {
    title: 'Welk bestand is het juiste?',
    others: (n) => `en nog ${number(n)} bestanden`,
    sayKinds: 'Zeg wat elk ervan is',
    thisFile: 'Het bestand dat u bekijkt',
    asVersion: (version) => `precies versie ${version} op de service`,
    pick: 'Dit bestand gebruiken',
    pickNamed: (name) => `${name} gebruiken`,
    picked: (name, others) =>
      others === 1
        ? `${name} wordt gebruikt. Het andere bestand is nu niet toegewezen.`
        : `${name} wordt gebruikt. ${number(others)} andere bestanden zijn nu niet toegewezen.`,
    undone: 'Ongedaan gemaakt: de bestanden delen hun klasse weer.',
  },
  why: {
    title: 'Waarom het niet gelijk is',
    lookAgain: 'Opnieuw scannen',
    answersAll: (n) => `Uw antwoord geldt voor alle ${number(n)} bestanden.`,
    declarePrograms: 'Programma’s van de bibliotheek wijzigen',
  },
  removed: {
    hint: 'Deze bestanden zijn weg uit hun map. De service bewaart de versies.',
    confirm: 'Bestand niet meer tonen',
    listedAgain: 'Ongedaan gemaakt: het staat weer bij “Hier verwijderd”.',
    confirmed: 'Het blijft verborgen tot de service een nieuwere versie heeft. De versies blijven daar.',
    restored: (n) =>
      n === 1
        ? 'Het komt terug, onder een andere naam als er iets anders op zijn plaats staat.'
        : `${number(n)} bestanden komen terug, onder een andere naam als er iets anders op hun plaats staat.`,
    restoreAll: (n) => `Alle ${number(n)} terugzetten`,
    restoreCount: (n) => `${number(n)} bestanden terugzetten`,
    restoreAllAsk: (n) =>
      `Alle ${number(n)} bestanden terugzetten? Ze worden van de service gehaald en teruggezet waar ze stonden. Er wordt niets vervangen.`,
  },
};
