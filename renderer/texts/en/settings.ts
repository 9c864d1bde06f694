import type { Settings } from '../../../shared/rpc/settings.ts';
import { createFormats } from '../formats.ts';
import type { SettingsSection } from '../../state/route.ts';

const { number } = createFormats('en');

const sections: Record<SettingsSection, string> = {
  connection: 'Connection',
  libraries: 'Libraries',
  appearance: 'Appearance',
  syncing: 'Syncing',
  about: 'About',
};

const themes: Record<Settings['theme'], string> = { system: 'As the system', light: 'Light', dark: 'Dark' };

export const settings = {
  title: 'Settings',
  sections,
  saved: 'Saved.',
  connection: {
    states: {
      notSetUp: 'Not set up',
      connecting: 'Connecting',
      online: 'Connected',
      offline: 'Not reached',
      refused: 'Refused',
    },
    embedded:
      'The service inside this app is in use. Enter the addresses of another one to use that instead. CAD add-ins reach this one at',
    contentAddress: 'Content service',
    contentHint: 'Ends in /api/v1/',
    dataAddress: 'Data service',
    dataHint: 'Leave empty if it is the same as the content service',
    tokenAddress: 'Token service',
    tokenHint: 'Leave empty if it is on the same host',
    clientId: 'Client id',
    save: 'Save and test',
    test: 'Test the connection',
    testing: 'Testing …',
    works: 'The service answers and accepts the client id and secret.',
    notAnAddress: 'an address begins with https:// or http://',
    addressMissing: 'the address is missing',
    secrets: 'Secrets',
    secretsHint: 'They go straight into the system keychain and are never shown again.',
    secretsNotKept: 'There is no system keychain here: secrets last until the app ends.',
    clientSecret: 'Client secret',
    licenseCode: 'License code',
    licenseHint: 'Needed to save and publish',
    isSet: 'Set',
    notSet: 'Not set',
    replace: 'Replace',
    enter: 'Enter',
    keep: 'Save',
    secretSaved: 'Saved in the keychain.',
    secretHeld: 'Kept until the app ends.',
  },
  libraries: {
    none: 'No library yet. Add the folder you work in.',
    add: 'Add a library',
    folder: 'Folder',
    choose: 'Choose …',
    folderHint: 'Full path of the folder on this computer',
    application: 'CAD program',
    applicationHint: 'For files that do not say it themselves',
    applicationVersion: 'Version',
    language: 'Language',
    languageNone: 'Same for all languages',
    button: 'Add',
    added: (name: string) => `${name} was added. Its files are looked through now.`,
    folderMissing: 'the folder is missing',
    versionMissing: 'the version is missing',
    scan: 'Look again',
    remove: 'Remove',
    removeAsk: (name: string) => `Stop syncing ${name}? Every file stays where it is.`,
    removeYes: 'Stop syncing',
    removeWarning: (n: number) =>
      n === 1 ? 'This file is not on the service yet:' : `These ${number(n)} files are not on the service yet:`,
    removeWarningMore: (n: number) => `and ${number(n)} more`,
    removeWarningSafe: 'They stay in the folder, but nobody sends them any more.',
    removeAnyway: 'Stop syncing all the same',
    removed: (name: string) => `${name} was removed. Its files are where they were.`,
    lastScan: (when: string) => `looked through ${when}`,
    files: (n: number) => (n === 1 ? '1 file' : `${number(n)} files`),
  },
  appearance: {
    theme: 'Theme',
    themes,
    language: 'Language',
    languages: { en: 'English', nl: 'Nederlands' },
  },
  syncing: {
    quietTime: 'Quiet time',
    quietTimeHint: 'How long a file must stand still before it is read',
    pollInterval: 'Ask the service for news',
    pollIntervalHint: 'One request per CAD program version',
    fullScan: 'Compare the whole folder',
    fullScanHint: 'Beside watching it all the time',
    parallel: 'Transfers at the same time',
    parallelHint: 'Fewer leave more of the line to others',
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
