import { createFormats } from '../formats.ts';

const { number } = createFormats('en');

export const library = {
  search: 'Search files and classes',
  filters: 'Show',
  layout: 'Layout',
  gallery: 'Gallery',
  table: 'Table',
  files: 'Files',
  publishDrafts: (n: number) => (n === 1 ? 'Publish 1 draft' : `Publish ${number(n)} drafts`),
  filesIn: (n: number) => (n === 1 ? '1 file' : `${number(n)} files`),
  classVersion: (version: string) => `version ${version}`,
  withoutClass: 'Without a class',
  withoutClassHint: 'Say what they show, and they are sent.',
  columns: {
    name: 'Name',
    state: 'State',
    version: 'Version',
    class: 'Class',
    program: 'Program',
    size: 'Size',
    changed: 'Changed',
  },
  empty: {
    noFiles: 'No CAD files here yet',
    noFilesHint: 'Save a family or drawing into the library folder and it shows up by itself.',
    noLibrary: 'Add the folder you work in',
    noLibraryHint: 'The app watches it and keeps every saved file safe on the service.',
    addLibrary: 'Add a library',
    noMatch: 'No file matches',
    noMatchHint: 'Try another word, or show all files.',
    showAll: 'Show all files',
    filtered: {
      drafts: 'No drafts: everything that was saved is published.',
      needsYou: 'Nothing needs you.',
      unassigned: 'Every file has its class.',
    },
  },
  libraryPaused: (name: string) => `${name} is paused.`,
  scanStarted: 'Looking through the folder again.',
  detail: {
    label: 'Details of the file',
    close: 'Close details',
    open: 'Open',
    reveal: 'Show in folder',
    publishAs: (draft: string, release: string) => `Publish ${draft} as ${release}`,
    releaseQueued: 'The release is queued and goes out by itself.',
    queued: (n: number, offline: boolean) => {
      if (offline) {
        return n === 1
          ? 'Queued: it is published as soon as the service answers.'
          : `${number(n)} releases queued: they go out as soon as the service answers.`;
      }
      return n === 1 ? 'Being published.' : `${number(n)} releases are going out.`;
    },
    comment: 'What changed',
    commentHint: 'Those who get this version read it',
    state: 'State',
    class: 'Class',
    program: 'Program',
    language: 'Language',
    kind: 'Content',
    size: 'Size',
    changed: 'Changed',
    folder: 'Folder',
    readFromFile: (program: string) => `${program}, read from the file`,
    fromLibrary: (program: string) => `${program}, from the library's settings`,
    noClass: 'none yet',
    allVersions: 'All versions',
    rivals: 'Files that claim the same place',
    rivalsHint: 'Give one of them another class or language, or move it out of the library.',
    conflictTitle: 'Two versions',
    conflictMine: 'Yours',
    conflictMineHere: 'in the library, as you saved it',
    conflictTheirs: (version: string) => `Theirs, ${version}`,
    conflictTheirsAt: (path: string) => `kept in ${path}`,
    conflictAdvice:
      'Compare the two in your CAD program. To take theirs, copy the kept file over yours: the app notices and both are in step again. Nothing of either is sent or replaced until then.',
  },
  assign: {
    title: 'What does this file show?',
    hint: 'It is recorded in the library folder and travels with it.',
    etimClass: 'ETIM class',
    modellingClass: 'Modelling class',
    version: 'Version',
    button: 'Assign',
    done: 'Assigned. The file is sent next.',
    classForm: 'EC and 6 digits',
    modellingForm: 'MC and 6 digits',
    versionForm: 'a whole number',
  },
  versions: {
    title: 'Versions',
    none: 'No version on the service yet.',
    draft: 'draft',
    release: 'released',
    isLocal: 'this is your file',
    back: 'Back to the library',
    count: (drafts: number, releases: number) =>
      `${number(releases)} ${releases === 1 ? 'release' : 'releases'}, ${number(drafts)} ${drafts === 1 ? 'draft' : 'drafts'}`,
    nothingToPublish: 'The newest version is a release: there is nothing to publish.',
    noHistory: 'A file without a class has no versions. Assign its class first.',
    unknownDate: 'date not known',
  },
};
