import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const settings: Texts['settings'] = {
  title: 'Instellingen',
  sections: {
    connection: 'Verbinding',
    libraries: 'Bibliotheken',
    productData: 'Productgegevens',
    appearance: 'Weergave',
    desktop: 'Bureaublad',
    syncing: 'Synchroniseren',
    copies: 'Eerdere kopieën',
    addIns: 'Invoegtoepassingen',
    diagnostics: 'Diagnose',
    about: 'Over deze app',
  },
  saved: 'Opgeslagen.',
  connection: {
    states: {
      notSetUp: 'Niet ingesteld',
      connecting: 'Verbinden',
      online: 'Verbonden',
    },
    embeddedName: 'de service in de app',
    embedded: 'De service in deze app is in gebruik. Voer adressen van een andere in om die te gebruiken.',
    contentAddress: 'Contentservice',
    dataAddress: 'Dataservice',
    tokenAddress: 'Tokenservice',
    addressHints: {
      contentAddress: 'Met of zonder /api/v1/ aan het eind',
      dataAddress: 'Leeg laten als die gelijk is aan de contentservice',
      tokenAddress: 'Leeg laten als die op dezelfde host staat',
    },
    addressFaults: {
      'address-invalid': 'een adres ziet eruit als https://content.example.com',
      'address-scheme-refused': 'een adres begint met https:// of http://',
      'address-with-password': 'in een adres staat geen gebruikersnaam of wachtwoord',
    },
    clientId: 'Client-id',
    save: 'Opslaan en testen',
    otherService: (name) =>
      `Ze blijven in de wachtrij voor ${name} en gaan uit zodra u terug bent. Deze service krijgt de bestanden van uw bibliotheken ook.`,
    otherAccount: (account) =>
      account === ''
        ? 'Ze worden voortaan zonder client-id verstuurd.'
        : `Ze worden voortaan als ${account} verstuurd.`,
    otherAccountYes: 'Van account wisselen',
    otherServiceYes: 'Van service wisselen',
    test: 'Verbinding testen',
    testing: 'Testen …',
    works: 'De service antwoordt en accepteert client-id en geheim.',
    addressMissing: 'het adres ontbreekt',
    keychain: {
      notAsked:
        'Geheimen gaan rechtstreeks naar de sleutelbos van het systeem, als die werkt, en worden nooit meer getoond.',
      works: 'Geheimen gaan rechtstreeks naar de sleutelbos van het systeem en worden nooit meer getoond.',
      missingLibrary:
        'De bibliotheek voor de sleutelbos ontbreekt (op Linux libsecret): geheimen blijven tot de app stopt.',
      noKeyring: 'Deze computer heeft geen sleutelbos: geheimen blijven tot de app stopt.',
      locked:
        'De sleutelbos is vergrendeld: geheimen blijven tot de app stopt. Ontgrendel hem en start de app opnieuw.',
      silent:
        'De sleutelbos antwoordt niet: geheimen blijven tot de app stopt. Misschien wacht hij op ontgrendeling; start de app daarna opnieuw.',
      failed: 'De sleutelbos weigert geheimen te bewaren: ze blijven tot de app stopt.',
    },
    clientSecret: 'Clientgeheim',
    clientSecretHint: 'Gaat alleen naar de tokenservice',
    clientSecretMissing: 'het clientgeheim ontbreekt',
    clientSecretAgain: 'voer het geheim voor dit adres in: wat u eerder invoerde, gaat daar niet heen',
    secretOfOtherAddress: 'Een ander adres heeft een eigen geheim. Wat u eerder invoerde, gaat daar niet heen',
    licenseCode: 'Licentiecode',
    licenseHint: 'Nodig om op te slaan en te publiceren. Gaat alleen naar de contentservice',
    licenseOfOtherAddress: 'Een ander adres heeft een eigen licentiecode, om op te slaan en te publiceren',
    places: {
      none: 'Niet ingesteld',
      environment: 'Ingesteld door de omgeving',
      keychain: 'Ingesteld',
      memory: 'Ingesteld tot de app stopt',
    },
    fromEnvironment: 'Een omgevingsvariabele geeft dit; die gaat voor wat hier wordt ingevoerd.',
    replace: 'Vervangen',
    remove: 'Verwijderen',
    removeAsk:
      'Van deze computer verwijderen? Wat het nodig heeft, blijft in de wachtrij tot het opnieuw is ingevoerd.',
    secretRemoved: 'Verwijderd.',
    secretSaved: 'Opgeslagen in de sleutelbos.',
    secretHeld: 'Bewaard tot de app stopt.',
  },
  proxySignIn: {
    title: 'Aanmelden bij de proxy',
    asks: (proxy: string) => `De proxy ${proxy} vraagt wie u bent`,
    means: 'Gebruikersnaam en wachtwoord gaan alleen naar deze proxy en worden bewaard zoals de andere geheimen.',
    username: 'Gebruikersnaam',
    usernameMissing: 'de gebruikersnaam ontbreekt',
    usernameWithColon: 'in een gebruikersnaam staat geen dubbele punt',
    password: 'Wachtwoord',
    signIn: 'Aanmelden',
    signedIn: 'Bewaard. Wat wacht, wordt nu geprobeerd.',
  },
  unencrypted: {
    title: 'De verbinding met dit adres is niet versleuteld:',
    means:
      'Het geheim, de licentiecode en uw bestanden zouden leesbaar over het netwerk gaan; iedereen onderweg kan ze lezen of veranderen. Gebruik https:// als de service dat ondersteunt.',
    yes: 'Zonder versleuteling verbinden',
  },
  libraries: {
    none: 'Nog geen bibliotheek. Voeg de map toe waarin u werkt.',
    add: 'Bibliotheek toevoegen',
    folder: 'Map',
    choose: 'Kiezen …',
    folderHint: 'Volledig pad van de map op deze computer',
    application: 'CAD-programma',
    applicationVersion: 'Versie',
    programs: 'CAD-programma’s',
    programsHint:
      'De programma’s waarmee u en uw collega’s deze bestanden openen, elk in één versie. Bestanden uit een oudere versie horen er ook bij; bestanden uit een nieuwere worden niet verstuurd',
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
    folderQuestion: ({ isShareRoot, drawings, others, isAll }) =>
      `${isShareRoot ? 'Dit is een hele gedeelde map of schijf. ' : ''}${
        isAll ? 'Er staan' : 'Bij een vlugge blik stonden er'
      } ${number(drawings)} CAD-bestanden en ${number(others)} andere bestanden in. Alleen CAD-bestanden worden gesynchroniseerd; is dit alles uw bibliotheek?`,
    folderYes: 'Ja, toevoegen',
    secondOf: (program) =>
      `Een andere bibliotheek heeft al bestanden van ${program}. Wat daar staat, blijft daar; deze haalt alleen de eigen klassen op, tenzij u iets anders kiest.`,
    folderMissing: 'de map ontbreekt',
    versionMissing: 'de versie ontbreekt',
    scan: 'Opnieuw scannen',
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
        'Concepten van anderen blijven op de service. Een bestand dat u intussen wijzigde, wordt er wel mee vergeleken',
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
      'Eén patroon per regel, zoals in een .gitignore: Oud/, *.bak.dwg. Genegeerde bestanden blijven waar ze zijn, aan beide kanten',
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
    files: (n) => (n === 1 ? '1 bestand' : `${number(n)} bestanden`),
  },
  atStake: {
    files: (n) =>
      n === 1
        ? 'Dit bestand staat nog niet op de service:'
        : `Deze ${number(n)} bestanden staan nog niet op de service:`,
    releases: (n) =>
      n === 1 ? 'Deze publicatie is nog niet verstuurd:' : `Deze ${number(n)} publicaties zijn nog niet verstuurd:`,
    written: (n) => (n === 1 ? 'Dit wacht nog op de service:' : `Deze ${number(n)} wachten nog op de service:`),
    exports: (n) =>
      n === 1
        ? 'Dit bestand wacht om te worden opgeslagen:'
        : `Deze ${number(n)} bestanden wachten om te worden opgeslagen:`,
    more: (n) => `en nog ${number(n)}`,
  },
  productData: {
    notOffered:
      'Productgegevens worden geïmporteerd in de service in deze app. De verbonden service houdt haar eigen gegevens bij; hier is niets te importeren.',
    about:
      'Importeert het ETIM-model (ZIP met CSV-tabellen), ETIM xChange (JSON) en BMEcat (XML) in de service in deze app. Importeer eerst het ETIM-model: de eenheden van BMEcat worden omgerekend naar de eenheden daarvan. Een import slaagt helemaal of verandert niets.',
    language: 'Taal van het bestand',
    languageHint: 'Voor teksten die hun taal niet noemen',
    drop: 'Sleep bestanden met productgegevens hierheen',
    choose: 'Bestanden kiezen …',
    noPath: 'Dit zijn geen bestanden op deze computer.',
    path: 'Bestand',
    pathHint: 'Volledig pad van het bestand op deze computer',
    pathMissing: 'het pad ontbreekt',
    button: 'Importeren',
    progress: 'Voortgang van de import',
    reading: 'Importeert',
    fileOf: (file, n, of) => `${file} (${number(n)} van ${number(of)})`,
    cancelling: 'Annuleren …',
    outcome: 'Resultaat van de import',
    done: 'De import is klaar.',
    cancelled: 'De import is geannuleerd. Er is niets geïmporteerd; wat er al was, is niet veranderd.',
    failed: 'De import is mislukt. Er is niets geïmporteerd; wat er al was, is niet veranderd.',
    counts: {
      classes: 'Klassen',
      modellingClasses: 'Modelleerklassen',
      features: 'Kenmerken',
      values: 'Waarden',
      units: 'Eenheden',
      products: 'Producten',
      updated: 'Bijgewerkt',
      skipped: 'Overgeslagen',
    },
    faults: (n) => (n === 1 ? 'Er is 1 fout gevonden' : `Er zijn ${number(n)} fouten gevonden`),
    moreFaults: (n) => `en nog ${number(n)}`,
  },
  desktop: {
    inTray: 'Bij sluiten van het venster',
    inTrayHint: 'In het systeemvak houdt de app uw bibliotheek bij zonder venster',
    inTrayChoices: { stay: 'Blijven draaien', quit: 'Afsluiten' },
    startAtLogin: 'Starten bij aanmelden',
    startAtLoginHint: 'De app start dan in het systeemvak, zonder venster',
    onOff: { on: 'Aan', off: 'Uit' },
    notifications: 'Meldingen',
    notificationsHint: 'Alleen getoond terwijl u niet naar het venster kijkt',
    notificationsChoices: { all: 'Alle', needsYou: 'Wat op u wacht', none: 'Geen' },
    updates: 'Nieuwe versies',
    updatesHint: 'Bètaversies komen eerder en kunnen meer fouten bevatten',
    updatesChoices: { stable: 'Stabiel', beta: 'Bèta' },
  },
  appearance: {
    theme: 'Thema',
    themes: { system: 'Systeem', light: 'Licht', dark: 'Donker' },
    accent: 'Accentkleur',
    accents: { app: 'Van de app', system: 'Van het systeem' },
    accentUnknown: 'Dit systeem geeft zijn accentkleur niet door; daarom wordt die van de app gebruikt',
    language: 'Taal',
    languages: { en: 'English', nl: 'Nederlands' },
  },
  syncing: {
    quietTime: 'Wachttijd na opslaan',
    quietTimeHint: 'Hoe lang een bestand onveranderd moet zijn voordat het wordt gelezen',
    pollInterval: 'Service controleren op wijzigingen',
    fullScan: 'De hele map scannen',
    fullScanHint: 'Naast het voortdurend in de gaten houden',
    pollIntervalHint: 'Eén verzoek per CAD-programma van een bibliotheek',
    mirror: 'Antwoorden van de service bewaren, tot',
    mirrorHint:
      'Producten en versies die u hebt bekeken, blijven met hun datum te zien als de service niet bereikbaar is',
    mirrorNothing: 'Niet bewaren',
    parallel: 'Overdrachten tegelijk, hoogstens',
    parallelHint:
      'Minder overdrachten tegelijk laten meer bandbreedte over voor andere programma’s. Twee kleine bestanden kunnen als één tellen',
    every(duration) {
      const one = /^1 (.*)$/.exec(duration)?.[1];
      if (one === undefined) return `om de ${duration}`;
      return one === 'uur' ? 'elk uur' : `elke ${one}`;
    },
  },
  about: {
    version: (version) => `Versie ${version}`,
    attribution:
      'Contains information from the ETIM Classification Model, which is made available by ETIM International under the Open Data Commons Attribution Licence v1.0',
    runsIn: { electron: 'Bureaubladvenster', browser: 'Browserpagina' },
  },
};
