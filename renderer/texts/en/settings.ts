import type { Settings } from '../../../shared/rpc/settings.ts';
import type { SettingsSection } from '../../state/route.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { connection, proxySignIn, unencrypted } from './connection.ts';
import { libraries } from './library-settings.ts';

const { number } = createFormats('en');

const sections: Record<SettingsSection, string> = {
  connection: 'Connection',
  libraries: 'Libraries',
  productData: 'Product data',
  appearance: 'Appearance',
  desktop: 'Desktop',
  syncing: 'Syncing',
  copies: 'Earlier copies',
  addIns: 'Add-ins',
  diagnostics: 'Diagnostics',
  about: 'About',
};

const themes: Record<Settings['theme'], string> = { system: 'System', light: 'Light', dark: 'Dark' };

export const settings = {
  sections,
  saved: 'Saved.',
  changedElsewhere: (now: string) =>
    now === ''
      ? 'Changed elsewhere while you were editing: nothing is set there now.'
      : `Changed elsewhere while you were editing. Set now: ${now}`,
  connection,
  proxySignIn,
  unencrypted,
  libraries,
  atStake: {
    files: (n: number) =>
      n === 1 ? 'This file is not on the service yet:' : `These ${number(n)} files are not on the service yet:`,
    releases: (n: number) =>
      n === 1 ? 'This release was not sent yet:' : `These ${number(n)} releases were not sent yet:`,
    written: (n: number) =>
      n === 1 ? 'This still waits for the service:' : `These ${number(n)} still wait for the service:`,
    exports: (n: number) => (n === 1 ? 'This file waits to be saved:' : `These ${number(n)} files wait to be saved:`),
  },
  productData: {
    noService:
      'No service is set up yet. Product data is imported into the service inside this app: choose it under Connection first.',
    notOffered:
      'Product data is imported into the service inside this app. The connected service keeps its own; there is nothing to import here.',
    about:
      'Imports the ETIM model (ZIP of CSV tables), ETIM xChange (JSON) and BMEcat (XML) into the service inside this app. Import the ETIM model first: the units of BMEcat are converted to its units. An import either completes or changes nothing.',
    language: 'Language of the file',
    languageHint: 'For texts that do not state their language',
    drop: 'Drop product data files here',
    choose: 'Choose files …',
    noPath: 'These are not files on this computer.',
    path: 'File',
    pathHint: 'Full path of the file on this computer',
    pathMissing: 'the path is missing',
    button: 'Import',
    progress: 'Progress of the import',
    reading: 'Importing',
    fileOf: (file: string, n: number, of: number) => `${file} (${number(n)} of ${number(of)})`,
    cancelling: 'Cancelling …',
    outcome: 'Result of the import',
    done: 'The import is done.',
    cancelled: 'The import was cancelled. Nothing was imported; what was there before has not changed.',
    failed: 'The import failed. Nothing was imported; what was there before has not changed.',
    counts: {
      classes: 'Classes',
      modellingClasses: 'Modelling classes',
      features: 'Features',
      values: 'Values',
      units: 'Units',
      products: 'Products',
      updated: 'Updated',
      skipped: 'Skipped',
    },
    faults: (n: number) => (n === 1 ? '1 fault was found' : `${number(n)} faults were found`),
  },
  desktop: {
    inTray: 'Closing the window',
    inTrayHint: 'In the tray the app keeps your library in step without a window',
    inTrayChoices: { stay: 'Stay in the tray', quit: 'Quit' },
    startAtLogin: 'Start at login',
    startAtLoginHint: 'The app then starts in the tray, without a window',
    onOff: { on: 'On', off: 'Off' },
    notifications: 'Notifications',
    notificationsHint: 'Shown only while you are not looking at the window',
    notificationsChoices: { all: 'All', needsYou: 'What needs you', none: 'None' },
    updates: 'Updates',
    updatesHint: 'Beta versions come earlier, and may have more faults',
    updatesChoices: { stable: 'Stable', beta: 'Beta' },
  },
  appearance: {
    theme: 'Theme',
    themes,
    accent: 'Accent colour',
    accents: { app: 'The app’s', system: 'The system’s' },
    accentUnknown: 'This system does not tell its accent colour, so the app’s is used',
    language: 'Language',
    languages: { en: 'English', nl: 'Nederlands' },
  },
  syncing: {
    quietTime: 'Quiet time',
    quietTimeHint: 'How long a file must stay unchanged before it is read',
    pollInterval: 'Check the service for changes',
    fullScan: 'Scan the whole folder',
    fullScanHint: 'In addition to watching it all the time',
    parallel: 'Parallel transfers, at most',
    parallelHint:
      'Fewer parallel transfers leave more bandwidth for other programs. Several small files may count as one.',
    pollIntervalHint: 'One request per CAD program of a library',
    mirror: 'Keep answers of the service, up to',
    mirrorHint: 'Products and version histories you looked at are shown, with their age, while it cannot be reached',
    mirrorNothing: 'Keep none',
    // "every minute", not "every 1 minute"
    every: (duration: string) => `every ${duration.replace(/^1 /, '')}`,
  },
  about: {
    version: (version: string) => `Version ${version}`,
    attribution:
      'Contains information from the ETIM Classification Model, which is made available by ETIM International under the Open Data Commons Attribution Licence v1.0',
    runsIn: { electron: 'Desktop window', browser: 'Browser page' },
  },
};
