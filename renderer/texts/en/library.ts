import { createFormats } from '../../../shared/words/formats.ts';

const { number } = createFormats('en');

export const library = {
  search: 'Search files and classes',
  filters: 'Show',
  layout: 'Layout',
  gallery: 'Gallery',
  table: 'Table',
  files: 'Files',
  filesIn: (n: number) => (n === 1 ? '1 file' : `${number(n)} files`),
  classVersion: (version: string) => `version ${version}`,
  withoutClass: 'Without a class',
  notFiled: 'Not filed under a class',
  /** @param n how many of all have no class */
  withoutClassHint: (n: number, all: number): string => {
    if (n < all)
      return n === 1 ? 'Choose the class of 1 to send it.' : `Choose the classes of ${number(n)} to send them.`;
    return n === 1 ? 'Choose its class to send it.' : 'Choose their classes to send them.';
  },
  chooseColumns: 'Columns',
  chosen: {
    label: 'Chosen files',
    count: (n: number) => (n === 1 ? '1 file chosen' : `${number(n)} files chosen`),
    none: 'Choose none',
    /** Why no class can be chosen for those that have none. @param most so many at once */
    notAssignable: {
      severalLibraries: (_most: number) => 'Choose files of one library to give them classes.',
      tooMany: (most: number) => `Choose at most ${number(most)} files to give them classes.`,
    },
  },
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
    scanning: 'Scanning the folder',
    scanningHint: 'The CAD files that are found show up here.',
    noLibrary: 'Add the folder you work in',
    noLibraryHint: 'The app watches it and keeps every saved file safe on the service.',
    noMatch: 'No file matches',
    noMatchHint: 'Try another word, or show all files.',
    showAll: 'Show all files',
    filtered: {
      drafts: 'Nothing to publish: everything that was saved is published, or goes out by itself.',
      needsYou: 'Nothing needs you.',
      unassigned: 'Every file has its class.',
      removedHere: 'There is nothing to restore here.',
    },
  },
  pausing: {
    pause: 'Pause',
    resume: 'Resume',
    pauseNamed: (name: string) => `Pause ${name}`,
    resumeNamed: (name: string) => `Resume ${name}`,
    paused: (name: string) => `${name} is paused`,
    resumed: (name: string) => `${name} is syncing again`,
    byYou: (name: string) => `You paused ${name}.`,
    hint: 'Nothing is read, kept, sent or fetched there until you resume it. Your files stay as they are.',
    libraryMenu: (name: string) => `What can be done with ${name}`,
    settings: 'Settings of the libraries …',
  },
  libraryPaused: (name: string) => `${name} is paused.`,
  manyChanges: {
    ask: {
      removal: (n: number, of: number, name: string) =>
        n === of
          ? `All ${number(n)} files are gone from ${name}.`
          : `${number(n)} of ${number(of)} files are gone from ${name}.`,
      overwrite: (n: number, of: number, name: string) =>
        `${number(n)} of ${number(of)} files in ${name} would be replaced by newer versions.`,
      rollback: (n: number, of: number, name: string) =>
        n === of
          ? `All ${number(n)} files in ${name} went back to an older state.`
          : `${number(n)} of ${number(of)} files in ${name} went back to an older state.`,
    },
    kept: (n: number, name: string) =>
      n === 1
        ? `1 file in ${name} stays older than the service's.`
        : `${number(n)} files in ${name} stay older than the service's.`,
    safe: {
      removal: 'None of them counts as removed until you say so. Their versions are safe on the service.',
      overwrite: "They stay as they are until you say so. Replaced files go to the library's backup folder.",
      rollback:
        "They are not sent until you say so. If you take the service's versions back, these files go to the backup folder.",
    },
    names: (names: string, more: number) => (more === 0 ? names : `${names} and ${number(more)} more`),
    goOn: { removal: 'Confirm the removal', overwrite: 'Replace them', rollback: 'Send them as new drafts' },
    keep: { removal: 'Restore them', overwrite: 'Leave them for now', rollback: "Take the service's versions back" },
    partly: (n: number, of: number) => `That goes for ${number(n)} of ${number(of)} files.`,
    done: {
      removal: {
        goOn: 'They count as removed here. The service keeps their versions.',
        keep: 'They come back from the service.',
      },
      overwrite: { goOn: 'They are being replaced.', keep: 'They stay as they are.' },
      rollback: {
        goOn: 'They are sent as new drafts.',
        keep: 'The newer versions come back from the service. These files go to the backup folder.',
      },
    },
  },
  wayOut: {
    confirm: 'This is my library',
    confirmed: 'The library continues with this folder.',
    move: 'Find the moved folder …',
    relocated: 'The library continues in its new place.',
    changedPlaces: 'The library continues there. The one that was known there is looked for where this one was.',
    folder: 'New place of the folder',
    folderHint: 'The marker in it identifies it; nothing is sent again.',
    use: 'Use this folder',
  },
  scanStarted: 'Scanning the folder again.',
  /** The kind of a folder that cannot take part. */
  folder: 'Folder',
  detail: {
    label: 'Details of the file',
    close: 'Close details',
    open: 'Open',
    reveal: 'Show in folder',
    sendAndPublish: 'Send and publish',
    publishAs: (draft: string, release: string) => `Publish ${draft} as ${release}`,
    releaseFailed: 'This release failed.',
    queuedRelease: (comment: string) => (comment === '' ? 'Without a comment' : `“${comment}”`),
    /** `paused`: the libraries of it that a person paused; empty where there are none. */
    queued: (n: number, offline: boolean, paused: string) => {
      if (paused !== '') {
        return n === 1
          ? `Queued: it is published once you resume ${paused}.`
          : `${number(n)} releases queued: those of ${paused} go out once you resume syncing there.`;
      }
      if (offline) {
        return n === 1
          ? 'Queued: it is published as soon as the service answers.'
          : `${number(n)} releases queued: they go out as soon as the service answers.`;
      }
      return n === 1 ? 'Being published.' : `${number(n)} releases are going out.`;
    },
    commentHint: 'Everybody who gets this version can read it',
    state: 'State',
    class: 'Class',
    program: 'Program',
    language: 'Language',
    kind: 'Content',
    size: 'Size',
    changed: 'Changed',
    folder: 'Folder',
    readFromFile: (program: string) => `${program}, read from the file`,
    filedUnder: (program: string) => `filed under ${program}`,
    fromLibrary: (program: string) => `${program}, from the library's settings`,
    noClass: 'none yet',
    standsElsewhere: (before: string, now: string) => `“${before}” is “${now}” now.`,
    goneTitle: (name?: string) => `${name === undefined ? 'This file' : `“${name}”`} is not there any more`,
    goneHint:
      'It was renamed, moved or deleted, or is in no library any more. What was sent of it stays on the service.',
    showLibrary: 'Show the library',
    allVersions: 'All versions',
    conflictTitle: 'Two versions',
    conflictMine: 'Yours',
    conflictTheirs: (version: string) => `Theirs, ${version}`,
    conflictComment: (comment: string) => `“${comment}”`,
    conflictChoices: { keepMine: 'Keep mine', takeTheirs: 'Take theirs', keepBoth: 'Keep both' },
    conflictMeans: {
      keepMine: 'It becomes the next draft, after theirs, where the library sends.',
      takeTheirs: 'Yours goes to the backup folder.',
      keepBoth: 'Theirs takes its place; yours stays next to it, unassigned.',
    },
    conflictResolved: {
      keepMine: 'Yours counts. It becomes the next draft, after theirs, where the library sends.',
      takeTheirs: 'Theirs is in place. Yours is in the backup folder of the library.',
      keepBoth: 'Theirs is in place. Yours stays next to it as an unassigned copy.',
    },
    conflictsResolved: {
      keepMine: (n: number) => `Yours become the next drafts of ${number(n)} files, after theirs.`,
      takeTheirs: (n: number) => `Theirs are in place in ${number(n)} files. Yours are in the backup folder.`,
      keepBoth: (n: number) => `Theirs are in place in ${number(n)} files. Yours stay next to them, unassigned.`,
    },
    conflictAnswered: {
      keepMine: (version: string) => `You kept yours; theirs was ${version}.`,
      takeTheirs: (version: string) => `You took theirs, ${version}.`,
      keepBoth: (version: string) => `You kept both; theirs is ${version}.`,
    },
    conflictsReopened: (n: number) =>
      n === 1 ? 'Undone: choose between the two versions again.' : `Undone: choose again for ${number(n)} files.`,
    conflictSent: (version: string | undefined) =>
      version === undefined
        ? 'Too late to undo: yours is being sent. It stays among the versions.'
        : `Too late to undo: yours was sent as ${version}. It stays among the versions.`,
    conflictsSent: (n: number) =>
      `Too late to undo for ${number(n)} files: yours were sent, and stay among the versions.`,
    conflictRestoreTheirs: (version: string) => `Restore ${version}`,
    conflictKeptAt: (path: string) => `Theirs is kept at ${path}`,
    openTheirs: 'Open theirs',
    openSince: (since: string, userName?: string, computerName?: string) =>
      `Since ${since}${userName ? ` by ${userName}` : ''}${computerName ? ` on ${computerName}` : ''}, according to the lock file next to it.`,
    openAdvice: 'Saves are sent once it is closed there, or an hour after the last one. Nothing replaces it meanwhile.',
    openIgnore: 'Nobody has it open',
    openIgnored: 'Its lock file is ignored until the program writes it again.',
  },
  claimants: {
    title: 'Which file is the right one?',
    others: (n: number) => `and ${number(n)} more files`,
    sayKinds: 'Say what each of them is',
    thisFile: 'The file you are looking at',
    asVersion: (version: string) => `the same as ${version} on the service`,
    pick: 'Use this file',
    pickNamed: (name: string) => `Use ${name}`,
    picked: (name: string, others: number) =>
      others === 1
        ? `Using ${name}. The other file is now unassigned.`
        : `Using ${name}. ${number(others)} other files are now unassigned.`,
    undone: 'Undone: the files share their class again.',
  },
  why: {
    title: 'Why it is not in step',
    lookAgain: 'Scan again',
    answersAll: (n: number) => `Your answer applies to all ${number(n)} files.`,
    declarePrograms: 'Edit programs of the library',
  },
  removed: {
    hint: 'These files are gone from their folder. The service keeps their versions.',
    confirm: 'Hide the file',
    listedAgain: 'Undone: it is listed as removed here.',
    confirmed: 'It is hidden until the service has a newer version. Its versions stay there.',
    restored: (n: number) =>
      n === 1
        ? 'It comes back, under another name where something else stands in its place.'
        : `${number(n)} files come back, under other names where something else stands in their places.`,
    restoreAll: (n: number) => `Restore all ${number(n)}`,
    restoreCount: (n: number) => `Restore ${number(n)} files`,
    restoreAllAsk: (n: number) =>
      `Restore all ${number(n)} files? They are fetched from the service and put back where they were. Nothing is replaced.`,
  },
};
