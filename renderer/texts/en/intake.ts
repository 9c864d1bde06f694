import { createFormats } from '../../../shared/words/formats.ts';

const { number } = createFormats('en');

export const intake = {
  /** Names for kinds of content; others are shown as they are. */
  contentTypes: {
    Template: 'Template',
    Symbol: 'Symbol',
    Plan: 'Plan',
    Elevation: 'Elevation',
    Section: 'Section',
    Detail: 'Detail',
    Schematic: 'Schematic',
    Assembly: 'Assembly',
  },
  assign: {
    title: (n: number) => (n === 1 ? 'What does this file show?' : `What do these ${number(n)} files show?`),
    kindsTitle: (n: number) => `What is each of these ${number(n)} files?`,
    hint: 'Your choice is stored in the library folder and travels with it.',
    etimClass: 'ETIM class',
    modellingClass: 'Modelling class',
    contentType: 'Kind of content',
    placeholder: 'Name or code',
    nothingFound: 'No class found. A code such as EC011524 can be typed as well.',
    nothingKnown: 'Import the ETIM model to search all classes by name.',
    nothingModelling: 'No modelling class found. A code such as MC000123 can be typed as well.',
    foundAs: (also: string) => `also ${also}`,
    usedBy: (n: number) => (n === 1 ? 'has 1 file here' : `has ${number(n)} files here`),
    chooseClass: 'Choose a class, or type a code: EC and 6 digits',
    chooseModelling: 'Choose a modelling class, or type a code: MC and 6 digits',
    which: 'Which files',
    thisFile: 'This file',
    all: (n: number) => `All ${number(n)} here`,
    firstOf: (shown: number, total: number) => `The first ${number(shown)} of ${number(total)} files.`,
    groupOf: (type: string, n: number) => `${type}, ${n === 1 ? '1 file' : `${number(n)} files`}`,
    theFiles: (n: number) => (n === 1 ? 'The file' : `The ${number(n)} files`),
    groupType: (type: string) => `What the files under ${type} are`,
    fileType: (name: string) => `What ${name} is`,
    sharing: (n: number) =>
      `${n === 1 ? '1 file has' : `${number(n)} files have`} the same kind, program and language as another: only one of them can be sent. Choose that one, or say what the others are.`,
    taken: 'Another file of the library has this class, kind, program and language already.',
    held: (n: number) =>
      n === 1
        ? '1 chosen file has the class, kind, program and language of another and will not be sent.'
        : `${number(n)} chosen files share class, kind, program and language and will not be sent.`,
    otherProgram: (n: number) =>
      n === 1
        ? '1 chosen file is of a program or version that the library is not for: it is not sent until the settings name it.'
        : `${number(n)} chosen files are of a program or version that the library is not for: they are not sent until the settings name it.`,
    button: (n: number) => (n === 1 ? 'Assign' : `Assign ${number(n)} files`),
    done: (n: number) =>
      n === 1 ? 'Assigned. The file has its classes now.' : `Assigned. ${number(n)} files have their classes now.`,
    undone: (left: number) =>
      left === 0
        ? 'Undone: the classes you chose no longer apply.'
        : left === 1
          ? 'Undone, but for 1 file: it was renamed or removed since, or something else was said of it.'
          : `Undone, but for ${number(left)} files: they were renamed or removed since, or something else was said of them.`,
  },
  add: {
    button: 'Add files',
    drop: 'Drop to add to the library',
    dropHint: 'CAD files, or folders of them. They are copied; yours stay where they are.',
    label: 'Adding files',
    looking: 'Looking for CAD files …',
    where: (n: number) =>
      n === 1 ? 'Which library is this file for?' : `Which library are these ${number(n)} files for?`,
    adding: (library: string) => `Adding to ${library}`,
    progress: (done: number, total: number) => `${number(done)} of ${number(total)}`,
    cancel: 'Stop',
    occupied: (n: number, name: string) =>
      n === 1
        ? `Another ${name} is in the library already, with different content.`
        : `${number(n)} of the files are in the library already, with different content.`,
    replace: 'Replace',
    replaceHint: 'The ones in the library go to its backup folder.',
    keepBoth: 'Keep both',
    leave: 'Leave out',
    nothingToAdd: 'No CAD file is among these.',
    noLibrary: 'There is no library to add files to yet.',
    inLibrary: (n: number) => (n === 1 ? '1 is in a library already.' : `${number(n)} are in a library already.`),
    same: (n: number) =>
      n === 1
        ? '1 is in the library already, exactly the same.'
        : `${number(n)} are in the library already, exactly the same.`,
    skipped: (n: number) => (n === 1 ? '1 is no CAD file.' : `${number(n)} are no CAD files.`),
    beyond: (n: number, most: number) =>
      `At most ${number(most)} files are added at once: ${n === 1 ? '1 more was left out. Add it' : `${number(n)} more were left out. Add them`} after these.`,
    failed: (n: number) => (n === 1 ? '1 file was not added.' : `${number(n)} files were not added.`),
    done: (n: number, library: string) =>
      n === 1 ? `Added to ${library}.` : `${number(n)} files added to ${library}.`,
    none: 'Nothing was added.',
    undone: (n: number) =>
      n === 1
        ? 'Taken back: the file is in the backup folder.'
        : `Taken back: ${number(n)} files are in the backup folder.`,
    notUndone: (n: number) =>
      n === 1
        ? '1 file stays: it was changed since, or is open in a program.'
        : `${number(n)} files stay: they were changed since, or are open in a program.`,
    later: 'Later',
    close: 'Close',
  },
};
