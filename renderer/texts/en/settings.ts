import type { AddressFault } from '../../../shared/model/service-address.ts';
import type { KeychainState, SecretPlace } from '../../../shared/model/keychain.ts';
import type { FolderQuestionRecord } from '../../../shared/rpc/library-records.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import type { SettingsSection } from '../../state/route.ts';

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

const addressFaults: Record<AddressFault, string> = {
  'address-invalid': 'an address looks like https://content.example.com',
  'address-scheme-refused': 'an address begins with https:// or http://',
  'address-with-password': 'an address has no user name or password in it',
};

const keychain: Record<KeychainState, string> = {
  notAsked: 'Secrets go straight into the system keychain if it can be used, and are never shown again.',
  works: 'Secrets go straight into the system keychain and are never shown again.',
  missingLibrary:
    'The library for the system keychain is missing (on Linux libsecret): secrets last until the app closes.',
  noKeyring: 'This computer has no system keychain: secrets last until the app closes.',
  locked: 'The system keychain is locked: secrets last until the app closes. Unlock it, then start the app again.',
  silent:
    'The system keychain does not answer: secrets last until the app closes. It may wait to be unlocked; start the app again after that.',
  failed: 'The system keychain refuses to keep secrets: they last until the app closes.',
};

const places: Record<SecretPlace, string> = {
  none: 'Not set',
  environment: 'Set by the environment',
  keychain: 'Set',
  memory: 'Set until the app closes',
};

export const settings = {
  title: 'Settings',
  sections,
  saved: 'Saved.',
  connection: {
    states: {
      notSetUp: 'Not set up',
      connecting: 'Connecting',
      online: 'Connected',
    },
    embeddedName: 'the service inside the app',
    embedded: 'The service inside this app is in use. Enter the addresses of another one to use that instead.',
    contentAddress: 'Content service',
    dataAddress: 'Data service',
    tokenAddress: 'Token service',
    addressHints: {
      contentAddress: 'With or without /api/v1/ at the end',
      dataAddress: 'Leave empty if it is the same as the content service',
      tokenAddress: 'Leave empty if it is on the same host',
    },
    addressFaults,
    clientId: 'Client id',
    save: 'Save and test',
    otherService: (name: string) =>
      `They stay queued for ${name} and go out when you are back. This service gets the files of your libraries too.`,
    otherAccount: (account: string) =>
      account === '' ? 'They are sent without a client id from now on.' : `They are sent as ${account} from now on.`,
    otherAccountYes: 'Change the account',
    otherServiceYes: 'Change the service',
    test: 'Test the connection',
    testing: 'Testing …',
    works: 'The service answers and accepts the client id and secret.',
    addressMissing: 'the address is missing',
    keychain,
    clientSecret: 'Client secret',
    clientSecretHint: 'It is sent to the token service only',
    clientSecretMissing: 'the client secret is missing',
    clientSecretAgain: 'enter the secret for this address: the one you entered before is not sent there',
    secretOfOtherAddress: 'Another address needs its own secret. The one you entered before is not sent there',
    licenseCode: 'License code',
    licenseHint: 'Needed to save and publish. It is sent to the content service only',
    licenseOfOtherAddress: 'Another address needs its own license code, to save and publish',
    places,
    fromEnvironment: 'An environment variable gives it and wins over what is entered here.',
    replace: 'Replace',
    remove: 'Remove',
    removeAsk: 'Remove it from this computer? What needs it stays queued until it is entered again.',
    secretRemoved: 'Removed.',
    secretSaved: 'Saved in the keychain.',
    secretHeld: 'Kept until the app closes.',
  },
  proxySignIn: {
    title: 'Sign in to the proxy',
    asks: (proxy: string) => `The proxy ${proxy} asks who you are`,
    means: 'Your user name and password go to this proxy only and are kept like the other secrets.',
    username: 'User name',
    usernameMissing: 'the user name is missing',
    usernameWithColon: 'a user name has no colon in it',
    password: 'Password',
    signIn: 'Sign in',
    signedIn: 'Kept. What waits is tried now.',
  },
  unencrypted: {
    title: 'The connection to this address is not encrypted:',
    means:
      'The secret, the license code and your files would cross the network in plain text, and anybody on the way could read or change them. Use https:// if the service supports it.',
    yes: 'Connect without encryption',
  },
  libraries: {
    none: 'No library yet. Add the folder you work in.',
    add: 'Add a library',
    folder: 'Folder',
    choose: 'Choose …',
    folderHint: 'Full path of the folder on this computer',
    application: 'CAD program',
    applicationVersion: 'Version',
    programs: 'CAD programs',
    programsHint:
      'The programs that you and your colleagues open these files with, each in one version. Files saved in an older version belong to it too; files of a newer one are not sent',
    firstProgramHint: 'Neutral files (IFC, STEP, DXF and the like) belong to this one',
    addProgram: 'Add a program',
    removeProgram: (name: string) => `Remove ${name}`,
    saveProgramsButton: 'Save programs',
    programsSaved: 'Saved. Files that belong to another program or version now are read again.',
    programsWarningSafe:
      'Files stay where they are and are shown as not sent. Releases of files that get another key are dropped.',
    language: 'Language',
    languageNone: 'Same for all languages',
    button: 'Add',
    addedAgain: (name: string) =>
      `${name} was a library before: files that are equal on both sides are recognised and not sent twice.`,
    added: (name: string) => `${name} was added. Its folder is being scanned.`,
    folderQuestion: ({ isShareRoot, drawings, others, isAll }: FolderQuestionRecord) =>
      `${isShareRoot ? 'This is all of a share or drive. ' : ''}${isAll ? 'There are' : 'A quick look found'} ${number(
        drawings,
      )} CAD files and ${number(others)} other files in it. Only CAD files are synced; is all of it your library?`,
    folderYes: 'Yes, add it',
    secondOf: (program: string) =>
      `Another library already holds ${program} files. What it has stays there; this one fetches only its own classes unless you choose otherwise.`,
    folderMissing: 'the folder is missing',
    versionMissing: 'the version is missing',
    scan: 'Scan again',
    remove: 'Remove',
    removeAsk: (name: string) => `Stop syncing ${name}? Every file stays where it is.`,
    removeYes: 'Stop syncing',
    removeWarningSafe: 'Files stay in the folder but are no longer sent. Waiting releases are dropped.',
    removeAnyway: 'Stop syncing anyway',
    edit: 'Settings',
    direction: 'Direction',
    directions: { both: 'Both ways', upOnly: 'Only send', downOnly: 'Only receive' },
    directionHints: {
      both: 'Files saved here are sent, newer versions on the service are fetched',
      upOnly: 'Newer versions on the service are shown but not fetched',
      downOnly: 'Changes made here are shown but not sent',
    },
    upload: 'Send saved files',
    uploads: { automatic: 'Automatically', onPublish: 'On Publish' },
    uploadHints: {
      automatic: 'Every save becomes a draft',
      onPublish: 'Held back here until you publish it; then it is sent and released',
    },
    follow: 'Fetch',
    follows: { drafts: 'Drafts and releases', releases: 'Releases only' },
    followHints: {
      drafts: "Everybody's newest version",
      releases: 'Drafts of others stay on the service. A file you changed meanwhile is still compared with them',
    },
    fetch: 'New files',
    fetches: { own: 'Of its own classes', everything: 'All' },
    fetchHints: {
      own: 'Fetched when this library has files of their class',
      everything: 'Fetched unless another library on this computer has them, or files of their class',
    },
    givesWay: (name: string) => `${name} fetches everything now; it fetches only its own classes once you choose this.`,
    quietTime: 'Quiet time',
    quietTimeHint: 'How long a file must stay unchanged before it is read',
    quietTimeByDrive: (duration: string) => `By the kind of drive (${duration})`,
    ignore: 'Ignore',
    ignoreHint:
      'One pattern per line, as in a .gitignore: Old/, *.bak.dwg. Ignored files stay where they are, on both sides',
    ignorePlaceholder: 'Old/',
    ignoreSave: 'Save patterns',
    settingsWarningSafe:
      'Files stay where they are and are shown as not sent. Releases that the settings rule out are dropped.',
    settingsAnyway: 'Change it anyway',
    notFetched: (n: number) =>
      n === 1
        ? '1 file on the service is not fetched, because of these settings'
        : `${number(n)} files on the service are not fetched, because of these settings`,
    notFetchedBecause: {
      onPublish: 'awaits Publish',
      direction: 'this library only sends',
      follow: 'only a draft so far',
      ignored: 'its path is ignored',
      otherLibrary: 'belongs to another library on this computer',
      noLibrary: 'its class is in no library on this computer',
    },
    removed: (name: string) => `${name} was removed. Its files stay where they are.`,
    lastScan: (when: string) => `scanned ${when}`,
    files: (n: number) => (n === 1 ? '1 file' : `${number(n)} files`),
  },
  atStake: {
    files: (n: number) =>
      n === 1 ? 'This file is not on the service yet:' : `These ${number(n)} files are not on the service yet:`,
    releases: (n: number) =>
      n === 1 ? 'This release was not sent yet:' : `These ${number(n)} releases were not sent yet:`,
    written: (n: number) =>
      n === 1 ? 'This still waits for the service:' : `These ${number(n)} still wait for the service:`,
    exports: (n: number) => (n === 1 ? 'This file waits to be saved:' : `These ${number(n)} files wait to be saved:`),
    more: (n: number) => `and ${number(n)} more`,
  },
  productData: {
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
    moreFaults: (n: number) => `and ${number(n)} more`,
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
    parallelHint: 'Fewer parallel transfers leave more bandwidth for other programs. Two small files may count as one',
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
