import { createFormats } from '../formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const settings: Texts['settings'] = {
  title: 'Instellingen',
  sections: {
    connection: 'Verbinding',
    libraries: 'Bibliotheken',
    appearance: 'Weergave',
    syncing: 'Synchroniseren',
    about: 'Over deze app',
  },
  saved: 'Opgeslagen.',
  connection: {
    states: {
      notSetUp: 'Niet ingesteld',
      connecting: 'Verbinden',
      online: 'Verbonden',
      offline: 'Niet bereikbaar',
      refused: 'Geweigerd',
    },
    embedded:
      'De service in deze app is in gebruik. Voer adressen van een andere in om die te gebruiken. CAD-invoegtoepassingen bereiken deze op',
    contentAddress: 'Contentservice',
    contentHint: 'Eindigt op /api/v1/',
    dataAddress: 'Dataservice',
    dataHint: 'Leeg laten als die gelijk is aan de contentservice',
    tokenAddress: 'Tokenservice',
    tokenHint: 'Leeg laten als die op dezelfde host staat',
    clientId: 'Client-id',
    save: 'Opslaan en testen',
    test: 'Verbinding testen',
    testing: 'Testen …',
    works: 'De service antwoordt en accepteert client-id en geheim.',
    notAnAddress: 'een adres begint met https:// of http://',
    addressMissing: 'het adres ontbreekt',
    secrets: 'Geheimen',
    secretsHint: 'Ze gaan rechtstreeks naar de sleutelbos van het systeem en worden nooit meer getoond.',
    secretsNotKept: 'Hier is geen sleutelbos: geheimen blijven tot de app stopt.',
    clientSecret: 'Clientgeheim',
    licenseCode: 'Licentiecode',
    licenseHint: 'Nodig om op te slaan en te publiceren',
    isSet: 'Ingesteld',
    notSet: 'Niet ingesteld',
    replace: 'Vervangen',
    enter: 'Invoeren',
    keep: 'Opslaan',
    secretSaved: 'Opgeslagen in de sleutelbos.',
    secretHeld: 'Bewaard tot de app stopt.',
  },
  libraries: {
    none: 'Nog geen bibliotheek. Voeg de map toe waarin u werkt.',
    add: 'Bibliotheek toevoegen',
    folder: 'Map',
    choose: 'Kiezen …',
    folderHint: 'Volledig pad van de map op deze computer',
    application: 'CAD-programma',
    applicationHint: 'Voor bestanden die het niet zelf zeggen',
    applicationVersion: 'Versie',
    language: 'Taal',
    languageNone: 'Gelijk voor alle talen',
    button: 'Toevoegen',
    added: (name) => `${name} is toegevoegd. De bestanden worden nu doorgelopen.`,
    folderMissing: 'de map ontbreekt',
    versionMissing: 'de versie ontbreekt',
    scan: 'Opnieuw doorlopen',
    remove: 'Loslaten',
    removeAsk: (name) => `${name} niet meer synchroniseren? Elk bestand blijft waar het is.`,
    removeYes: 'Niet meer synchroniseren',
    removeWarning: (n) =>
      n === 1
        ? 'Dit bestand staat nog niet op de service:'
        : `Deze ${number(n)} bestanden staan nog niet op de service:`,
    removeWarningMore: (n) => `en nog ${number(n)}`,
    removeWarningSafe: 'Ze blijven in de map, maar worden door niemand meer verstuurd.',
    removeAnyway: 'Toch niet meer synchroniseren',
    removed: (name) => `${name} is losgelaten. De bestanden staan waar ze stonden.`,
    lastScan: (when) => `doorgelopen: ${when}`,
    files: (n) => (n === 1 ? '1 bestand' : `${number(n)} bestanden`),
  },
  appearance: {
    theme: 'Thema',
    themes: { system: 'Als het systeem', light: 'Licht', dark: 'Donker' },
    language: 'Taal',
    languages: { en: 'English', nl: 'Nederlands' },
  },
  syncing: {
    quietTime: 'Rusttijd',
    quietTimeHint: 'Hoe lang een bestand moet stilstaan voordat het wordt gelezen',
    pollInterval: 'De service om nieuws vragen',
    pollIntervalHint: 'Eén verzoek per versie van een CAD-programma',
    fullScan: 'De hele map vergelijken',
    fullScanHint: 'Naast het voortdurende opletten',
    parallel: 'Overdrachten tegelijk',
    parallelHint: 'Minder laat meer van de lijn aan anderen',
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
