import type { FolderQuestionRecord } from '../../../shared/rpc/library-records.ts';
import { createFormats } from '../../../shared/words/formats.ts';

const { number } = createFormats('en');

export const libraries = {
  none: 'No library yet. Add the folder you work in.',
  folder: 'Folder',
  choose: 'Choose …',
  folderHint: 'Full path of the folder on this computer',
  application: 'CAD program',
  applicationVersion: 'Version',
  programs: 'CAD programs',
  programsHint:
    'The programs that you and your colleagues open these files with, each in one version. Files saved in an older version belong to it too; files of a newer one are not sent.',
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
  folderQuestion: ({ isShareRoot, otherLibrary, drawings, others, isAll }: FolderQuestionRecord) =>
    `${isShareRoot ? 'This is all of a share or drive. ' : ''}${
      otherLibrary
        ? `${otherLibrary.isAbove ? 'It lies in' : 'In it lies'} ${otherLibrary.root}, which is a library of another app or command, or was one: two libraries over the same files share their keys. `
        : ''
    }${isAll ? 'There are' : 'A quick look found'} ${number(
      drawings,
    )} CAD files and ${number(others)} other files in it. Only CAD files are synced; is all of it your library?`,
  folderYes: 'Yes, add it',
  secondOf: (program: string) =>
    `Another library already holds ${program} files. What it has stays there; this one fetches only its own classes unless you choose otherwise.`,
  folderMissing: 'the folder is missing',
  versionMissing: 'the version is missing',
  versionWrong: 'a version is one word with a digit, such as 2025 or R14',
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
    releases: 'Drafts of others stay on the service. A file you changed meanwhile is still compared with them.',
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
    'One pattern per line, as in a .gitignore: Old/, *.bak.dwg. Ignored files stay where they are, on both sides.',
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
  removedHere: (n: number) => `${number(n)} removed here`,
};
