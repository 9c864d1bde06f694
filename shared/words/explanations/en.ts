import type { UnconfirmedBecause } from '../../rpc/explanation.ts';
import { next, toDo } from './next/en.ts';
import { lowerFirst, momentOf, type Sentences, type Speaker } from './sentences.ts';

const missingClasses = {
  etimClass: 'its ETIM class is not known',
  modellingClass: 'its modelling class is not known',
  both: 'its ETIM class and modelling class are not known',
  wrongLink: 'the class, program, type or language recorded for it in .cadlibrary.json has the wrong form',
} as const;

const purposes = {
  lock: 'a lock file',
  backup: 'a backup',
  temporary: 'a temporary file',
  journal: 'a journal',
  system: 'a file of the system',
  folder: 'a folder',
} as const;

const operations = {
  upload: 'It could not be sent',
  download: 'The newer version could not be fetched',
  compare: "The service's version could not be fetched for comparison",
  release: 'The release could not be sent',
} as const;

/** Why what is on the service is not this library's to fetch. */
const notOwn = {
  otherLibrary: 'Another library on this computer has it.',
  noLibrary: 'No library on this computer has files of its class or fetches everything.',
};

export const unconfirmed: Readonly<Record<UnconfirmedBecause, string>> = {
  notConnected: 'no service is set up yet',
  offline: 'the service cannot be reached',
  refused: 'the app is not signed in to the service',
  notAskedLately: 'the service has not answered lately',
  notScannedLately: 'the folder has not been scanned lately',
  notComparedYet: 'folder and service have not been compared again yet',
  notRunning: 'nothing is running that would compare it',
};

const specialKinds = { pipe: 'a pipe between programs', socket: 'a socket of a program', device: 'a device' } as const;

export const english: Sentences = {
  reasons: {
    upToDate: ({ version, newerDraft, ...looks }, by) =>
      `Up to date: the service has exactly these bytes as release ${version}.${leftThere(newerDraft)}${lastLooks(looks, by)}`,
    draft: ({ version, newerDraft, ...looks }, by) =>
      `Safe on the service as draft ${version}, not published yet.${leftThere(newerDraft)}${lastLooks(looks, by)}`,
    notConfirmed: ({ version, because, ...looks }, by) =>
      `In step with version ${version} when last compared. That is not confirmed now: ${unconfirmed[because]}.${lastLooks(looks, by)}`,
    releaseQueued: ({ version }) => `Draft ${version} is safe on the service and waits to be published.`,
    stillChanging: () => 'Not read since it was found or changed: it is read once it stops changing.',
    looksUnfinished: () => 'It looks half written: the end mark of its format is missing.',
    missingForNow: () => 'Missing at the moment; some programs save that way.',
    beingCompared: () => 'Being compared with the service.',
    afterOtherFile: ({ path }) =>
      `Not sent yet: ${path} has not been read yet and may have the same class, program and language.`,
    sending: ({ operation }) =>
      ({
        upload: 'On its way to the service.',
        download: 'A newer version is coming from the service.',
        compare: "The service's version is being fetched for comparison.",
        release: 'Being published.',
      })[operation],
    queued: ({ operation, ahead }, { formats }) => {
      const what = {
        upload: 'Waits to be sent',
        download: 'A newer version waits to be fetched',
        compare: "The service's version waits to be fetched and compared",
        release: 'Waits to be published',
      }[operation];
      if (ahead === 0) return `${what}; it is next.`;
      return `${what}; ${formats.number(ahead)} ${ahead === 1 ? 'goes' : 'go'} before it.`;
    },
    notSeenYet: () => 'New: the library has not noticed it yet.',
    openInProgram: ({ program }) => `Open in ${program ?? 'another program'}.`,
    unreadable: ({ error, version }, { errors }) =>
      `It cannot be read now: ${lowerFirst(errors.happened(error.code))}${
        version === undefined
          ? ''
          : ` The service has its last contents as version ${version}; nothing replaces it by itself.`
      }`,
    offline: ({ operation }) =>
      operation === 'download'
        ? 'Offline: a newer version waits on the service.'
        : 'Offline: the service cannot be reached. The file waits here, safe in your library.',
    askedToWait: ({ operation }) =>
      operation === 'download'
        ? 'A newer version waits to be fetched: the service asked for fewer requests.'
        : 'Waits to be sent: the service asked for fewer requests.',
    retrying: ({ operation, attempts, error }, { errors, formats }) => {
      const tries = attempts <= 1 ? '' : ` (${formats.number(attempts)} tries so far)`;
      return error
        ? `${operations[operation]}${tries}: ${lowerFirst(errors.happened(error.code))}`
        : `${operations[operation]}${tries}.`;
    },
    notComparedYet: ({ error }, { errors }) =>
      error
        ? `Not compared with the service yet: ${lowerFirst(errors.happened(error.code))}`
        : 'Not compared with the service yet: folder and service are being scanned.',
    notReadYet: () => 'It has not been read yet, and nothing is running that would read it.',
    goneSinceScan: ({ version, isLostThere }) =>
      `No longer there: removed, renamed or moved since the folder was last scanned, and nothing is running that would notice.${version === undefined ? '' : ` ${onService(version, isLostThere)}`}`,
    notRunning: () => 'Nothing is running that would sync this library.',
    inOtherLibrary: ({ library, path }) =>
      `No longer in this folder. It is in the library ${library} now, as ${path}, and is synced there.`,
    heldBack: ({ would, because, version }) => {
      if (would === 'upload' && version !== undefined)
        return `The service no longer has version ${version}, which had just these bytes. It is not sent: this library ${because === 'onPublish' ? 'sends on Publish' : 'only receives'}. It is safe here.`;
      if (because === 'onPublish') return 'Changed here, not sent: this library sends on Publish. It is safe here.';
      if (would === 'upload') return 'Changed here, not sent: this library only receives. It is safe here.';
      if (because === 'otherLibrary' || because === 'noLibrary')
        return `${notOwn[because]} Version ${version} is safe on the service.`;
      return `Unchanged since both sides agreed. The service has the newer version ${version}, which this library does not fetch because it only sends.`;
    },
    removedHere({ version, isUnsent, isLostThere }) {
      if (version === undefined) return 'Removed from this folder.';
      const kept = `Removed from this folder. ${onService(version, isLostThere)}`;
      if (!isUnsent) return kept;
      return `${kept} What was saved here after that was never sent; what is kept of it is among its backups.`;
    },
    leftAsAnswered: () => 'A newer version is on the service; you chose to leave this file as it is.',
    manyChanges: ({ kind }) => {
      if (kind === 'removal') return 'Gone together with many others; it does not count as removed until you say so.';
      return kind === 'rollback'
        ? 'Went back to an older state together with many others; it is not sent until you say so.'
        : 'A newer version would replace it, together with many others; it stays as it is until you say so.';
    },
    libraryPaused: ({ library, error }, { errors }) =>
      error ? `${library} is paused: ${lowerFirst(errors.happened(error.code))}` : `${library} is paused.`,
    pausedByPerson: ({ library }) => `You paused ${library}, so nothing is read, sent or fetched there.`,
    cannotTakePart: ({ error }, { errors }) => `Not synced: ${lowerFirst(errors.happened(error.code))}`,
    emptyFile: () => 'The file is empty, so it is not sent.',
    unassigned: ({ missing }) => `Not sent: ${missingClasses[missing]}.`,
    newerProgram: ({ found, declared }) =>
      `Not sent: it was saved in ${found}, but this library is for ${declared}. Colleagues with ${declared} cannot open it.`,
    newerFormat: ({ format, declared }) =>
      `Not sent: its DWG format (${format}) is newer than this app knows. Colleagues with ${declared} may not be able to open it.`,
    undeclaredProgram: ({ found, declared }, { formats }) =>
      `Not sent: this library is for ${formats.list(declared)}, not for ${found}, so no colleague would receive the file.`,
    doublyClaimed: ({ rivals, rivalCount }, { formats }) => {
      const unnamed = rivalCount - rivals.length;
      const names = unnamed > 0 ? [...rivals, `${formats.number(unnamed)} more`] : rivals;
      return `Not sent: ${formats.list(names)} ${rivalCount === 1 ? 'has' : 'have'} the same class, kind of content, program and language.`;
    },
    releaseLost: ({ version, lost }) =>
      `Safe on the service as draft ${version}. The service lost its release ${lost}: it was brought back to an earlier state.`,
    conflict: ({ theirVersion, theirChangedAtMs }, by) =>
      `Changed here and on the service, where version ${theirVersion} is newer${
        theirChangedAtMs === undefined ? '' : ` (${momentOf(theirChangedAtMs, by)})`
      }. Both are kept.`,
    notConnected: () => 'Not sent: no service is set up yet.',
    signInRefused: ({ error }) =>
      error?.code === 'client-secret-missing'
        ? 'Not sent: there is no client secret for the address of the service yet.'
        : 'Not sent: the service does not accept the client id and secret.',
    licenseRejected: ({ operation }) =>
      `${operation === 'upload' ? 'Not sent' : operations[operation]}: the service rejected the license code.`,
    needsPerson: ({ operation, error }, { errors }) =>
      `${operations[operation]}: ${lowerFirst(errors.happened(error.code))}`,
    notInAnyLibrary: () => 'In no library: it is not inside a folder that is synced.',
    companionFile: ({ purpose, program }) => `Left alone: by its name it is ${purposes[purpose]} of ${program}.`,
    inCompanionFolder: ({ folder, program }) => `Left alone: it is in ${folder}, where ${program} keeps its own files.`,
    ownFile: () => 'Left alone: this app keeps its own notes and copies there.',
    notCad: ({ extension }) =>
      extension === ''
        ? 'Left alone: it does not have the extension of a CAD file.'
        : `Left alone: .${extension} is not a CAD format that this app knows.`,
    ignored: () => "Left alone: the library's settings ignore it.",
    symbolicLink: () => 'Left alone: it is a link, and links are not followed.',
    belowLink: ({ folder }) => `Left alone: the folder ${folder} is a link, and links are not followed.`,
    specialFile: ({ kind }) => `Left alone: it is ${specialKinds[kind]}, not a file.`,
    belowUnreadable: ({ folder, error }, { errors }) =>
      `Not seen: the folder ${folder} cannot be looked into. ${errors.happened(error.code)}`,
    notThere: ({ isKept }) =>
      isKept
        ? 'There is no such file any more. What was kept of it is among its backups.'
        : 'There is no such file, and none with this name is missing.',
  },
  next,
  toDo,
  suggestion: (pair, because, { formats }) => {
    switch (because.code) {
      case 'path':
        return `Suggested: ${pair}, as its path says.`;
      case 'sameName':
        return `Suggested: ${pair}, because ${because.path} next to it has the same name.`;
      case 'usualPartner':
        return because.count === 1
          ? `Suggested: ${pair}, like the only file with that ETIM class here.`
          : `Suggested: ${pair}, like ${formats.number(because.count)} files with that ETIM class here.`;
      case 'neighbours':
        return because.of === 1
          ? `Suggested: ${pair}, like the only file with a class in its folder.`
          : `Suggested: ${pair}, like ${formats.number(because.count)} of the ${formats.number(because.of)} files with a class in its folder.`;
      case 'alikeNames':
        return because.count === 1
          ? `Suggested: ${pair}, like the file with such a name in this library.`
          : `Suggested: ${pair}, like ${formats.number(because.count)} files with such names in this library.`;
    }
  },
  release: {
    these: 'It goes out as the next release by itself.',
    afterYou: 'A release of it is queued and waits for that.',
    onceResumed: 'A release of it is queued and goes out once you resume the library.',
    earlier:
      'A release of an earlier save is queued; it goes out only if nothing newer is sent first. Publish again to have this save published instead.',
    beforeUnread: 'A release of what was read of it before is queued.',
  },
  leftLine: (key) =>
    `Its class or program changed. What the service already had of it stays under ${key}; colleagues receive nothing newer there.`,
  lostRelease: (version, isGoingOut) =>
    `The service lost its release ${version}: it was brought back to an earlier state.${isGoingOut ? '' : ' Publish the file again.'}`,
  placeTaken:
    'A link, a folder or something else that is no file stands in its place now and is left alone: restored, it gets another name.',
  since: (when, ago) => `Since ${when} (${ago}).`,
  soon: 'in a moment',
};

function onService(version: string, isLost: boolean | undefined): string {
  return isLost
    ? `The service had version ${version} and has nothing of it any more: it was brought back to an earlier state.`
    : `The service keeps its versions; the last one here was ${version}.`;
}

function leftThere(newerDraft: string | undefined): string {
  return newerDraft === undefined
    ? ''
    : ` The newer draft ${newerDraft} is not fetched: this library follows releases.`;
}

function lastLooks(
  {
    confirmedAtMs,
    scannedAtMs,
  }: { readonly confirmedAtMs?: number | undefined; readonly scannedAtMs?: number | undefined },
  by: Speaker,
): string {
  const parts = [
    ...(confirmedAtMs === undefined ? [] : [`The service last confirmed it ${momentOf(confirmedAtMs, by)}`]),
    ...(scannedAtMs === undefined ? [] : [`the folder was last scanned ${momentOf(scannedAtMs, by)}`]),
  ];
  const [first = '', second] = parts;
  if (first === '') return '';
  return ` ${[first[0]?.toUpperCase() + first.slice(1), ...(second ? [second] : [])].join('; ')}.`;
}
