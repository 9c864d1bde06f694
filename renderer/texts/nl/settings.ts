import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';
import { connection, proxySignIn, unencrypted } from './connection.ts';
import { libraries } from './library-settings.ts';

const { number } = createFormats('nl');

export const settings: Texts['settings'] = {
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
  changedElsewhere: (now) =>
    now === ''
      ? 'Elders gewijzigd terwijl u bezig was: er is nu niets ingesteld.'
      : `Elders gewijzigd terwijl u bezig was. Nu ingesteld: ${now}`,
  connection,
  proxySignIn,
  unencrypted,
  libraries,
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
  },
  productData: {
    noService:
      'Er is nog geen service ingesteld. Productgegevens worden geïmporteerd in de service in deze app: kies die eerst onder Verbinding.',
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
      'Minder overdrachten tegelijk laten meer bandbreedte over voor andere programma’s. Meerdere kleine bestanden kunnen als één tellen.',
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
