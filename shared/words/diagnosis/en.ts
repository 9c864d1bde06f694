import type { CheckName } from '../../rpc/diagnosis.ts';
import { joined, type DiagnosisSentences } from './sentences.ts';

const titles: Readonly<Record<CheckName, string>> = {
  versions: 'Versions',
  engine: 'App',
  state: 'State',
  room: 'Disk of the state',
  proxy: 'Proxy',
  reach: 'Network',
  signIn: 'Sign-in',
  limits: 'Request limits',
  clock: 'Clock',
  embedded: 'Service inside the app',
  keychain: 'Keychain',
  folder: 'Folder',
  marker: 'Marker',
  rights: 'Rights',
  drive: 'Drive',
  links: 'Links',
  watching: 'Watching',
  libraryRoom: 'Disk',
};

const systems = { windows: 'Windows', macos: 'macOS', linux: 'Linux', other: 'Another system' };
const hosts = { electron: 'desktop window', browser: 'browser', command: 'command line' };

const ways = {
  refused: 'the connection was refused',
  nameUnknown: 'its name is not known',
  noRoute: 'nothing answers there',
  certificate: 'its certificate is not trusted',
  brokenOff: 'the connection was broken off',
  proxySignIn: 'the proxy lets nothing through before it knows who asks',
  unavailable: 'it says that it cannot answer now',
  other: 'the connection failed',
};

const places = {
  none: 'not set',
  environment: 'from the environment',
  keychain: 'in the keychain',
  memory: 'in memory until the app closes',
  unread: 'not known, the keychain did not say',
};

const keychains = {
  notAsked: 'The keychain was not asked yet.',
  works: 'The keychain works.',
  missingLibrary: 'The library for the keychain is missing: secrets last until the app closes.',
  noKeyring: 'This computer has no keychain: secrets last until the app closes.',
  locked: 'The keychain is locked: secrets last until the app closes.',
  silent: 'The keychain does not answer: secrets last until the app closes.',
  failed: 'The keychain refuses to keep secrets: they last until the app closes.',
};

export const english: DiagnosisSentences = {
  titles,
  means: {
    versions: ({ app, node, system, release, processor, host }) =>
      `App ${app}, Node ${node}, ${systems[system]} ${release} (${processor}), ${hosts[host]}.`,
    engineRuns: () => 'The app or a sync is running and answered.',
    engineRests: () => 'Neither the app nor a sync is running; this is how the last run left everything.',
    engineSilent: () => 'The app or a sync is running and does not answer.',
    stateWhole: ({ sizeBytes, schema }, { size }) => `The database is whole (${size(sizeBytes)}, schema ${schema}).`,
    stateNone: () => 'Nothing was synced with this state yet.',
    stateGone: () => 'The saved state was removed or replaced.',
    stateOutOfReach: () => 'The disk does not let this app read or write its saved state.',
    stateDamaged: ({ sizeBytes }, { size }) => `The database seems to be damaged (${size(sizeBytes)}).`,
    stateNewer: ({ schema, known }) =>
      `A newer version of the app wrote the database (schema ${schema}; this one knows ${known}).`,
    stateBegunAnew: () => 'The database was started again because the earlier one was damaged or gone.',
    stateSettingsUnread: () =>
      'The database is whole, but another version of the app wrote settings that this one cannot read.',
    stateUncleanEnd: ({ atMs }, { instant }) =>
      `The database is whole, but a run did not end in good order (noticed ${instant(atMs)}).`,
    stateUnknown: () => 'The database could not be looked at.',
    roomEnough: ({ freeBytes }, { size }) => `${size(freeBytes)} are free.`,
    roomLittle: ({ freeBytes }, { size }) => `Only ${size(freeBytes)} are free.`,
    roomNone: ({ freeBytes }, { size }) => `The disk is full: ${size(freeBytes)} are free.`,
    roomUnknown: () => 'The disk does not say how much room it has.',
    proxyNone: () => 'Requests go out directly, without a proxy.',
    proxyUsed: ({ hasPassword }) =>
      `Requests take the proxy of the environment, ${hasPassword ? 'with a password' : 'without a password'}.`,
    proxySystem: () => 'Requests take the proxy of this system.',
    proxyUnusable: () => 'Only a proxy of a kind that cannot be used is named, such as SOCKS 4.',
    proxyUnreadable: () => 'The environment names a proxy whose address cannot be read.',
    notConnected: () => 'No service is set up.',
    reached: ({ ms }, { number }) => `Every address of the service answers (${number(ms)} ms).`,
    unreachable: ({ because, how }) =>
      because === 'service-timeout'
        ? 'The service does not answer in time.'
        : because === 'address-invalid'
          ? 'The address of the service is not valid.'
          : `The service cannot be reached: ${ways[how]}.`,
    notEncrypted: () => 'The address of the service is not encrypted, and nobody accepted that.',
    signedIn: ({ ms }, { number }) => `The service accepts the client id and secret (${number(ms)} ms).`,
    secretMissing: () => 'The client secret is not set.',
    signInRefused: ({ status }) => `The token service refuses the client id and secret (status ${status}).`,
    signInUnanswered: () => 'The token service cannot be reached.',
    accessRefused: ({ status }) => `The sign-in works, but the service refuses to answer (status ${status}).`,
    answerStrange: () => 'Something answers that is not the service: a sign-in page of the network, or a proxy.',
    dataStrange: ({ status }) =>
      `What answers at the address of the data service is something else (status ${status}).`,
    limitsSeen: ({ limit, remaining, resetInMs }, { number, roundDuration }) =>
      `${number(remaining)} of ${number(limit)} requests are left; all again in ${roundDuration(resetInMs)}.`,
    limitReached: ({ waitMs }, { roundDuration }) => `The service allows no requests for ${roundDuration(waitMs)}.`,
    limitsNone: () => 'The service names no limits.',
    limitsUnknown: () => 'The limits are not known: the service was not asked.',
    clockRight: () => 'The clock agrees with the service.',
    clockOff: ({ offMs }, { roundDuration }) =>
      `The clock is ${roundDuration(Math.abs(offMs))} ${offMs > 0 ? 'ahead of' : 'behind'} the service.`,
    clockFarOff: ({ offMs }, { roundDuration }) =>
      `The clock is ${roundDuration(Math.abs(offMs))} ${offMs > 0 ? 'ahead of' : 'behind'} the service; sign-ins may fail.`,
    clockUnknown: () => 'The clock could not be compared: no service answered.',
    embeddedUnused: () => 'It is not in use.',
    embeddedAnswers: ({ port }) => `It answers on port ${port}.`,
    embeddedSilent: ({ port }) => `It does not answer on port ${port}.`,
    embeddedRests: () => 'It runs when the app does.',
    keychain: ({ clientSecret, licenseCode }) =>
      `The keychain works. Client secret: ${places[clientSecret]}; license code: ${places[licenseCode]}.`,
    keychainOfNoUse: ({ state }) => keychains[state],
    secretsGiven: ({ clientSecret, licenseCode }) =>
      `The environment gives ${joined([clientSecret && 'the client secret', licenseCode && 'the license code'], ' and ')}, and wins over what was entered.`,
    folderThere: () => 'The folder is there and can be read.',
    folderGone: () => 'The folder is not there.',
    folderUnreadable: () => 'The folder is there but cannot be read.',
    markerFits: () => 'The marker proves that this is the library.',
    markerNone: ({ wasWritten }) => (wasWritten ? 'The marker is gone.' : 'No marker could be written so far.'),
    markerOther: () => 'The marker is that of another library.',
    markerUnreadable: () => 'The marker cannot be read.',
    writable: () => 'Files can be read and written.',
    readOnly: ({ mustWrite }) =>
      mustWrite ? 'Nothing can be written here; newer versions do not arrive.' : 'Nothing can be written here.',
    rightsUnknown: () => 'Whether files can be written could not be seen.',
    drive: ({ kind }) =>
      kind === 'local' ? 'It is a drive of this computer.' : 'The system does not tell what drive it is.',
    networkDrive: () => 'It is a network drive: changes of others may show only at the next full scan.',
    linksNone: () => 'There are no symbolic links in it.',
    linksInTheWay: ({ count }, { number }) =>
      count === 1
        ? 'There is a symbolic link in it; nothing is read or written through it.'
        : `There are ${number(count)} symbolic links in it; nothing is read or written through them.`,
    watchingEnough: ({ folders, limit }, { number }) =>
      `${number(folders)} folders of ${number(limit)} that may be watched.`,
    watchingTight: ({ folders, limit }, { number }) =>
      `${number(folders)} folders, and all programs together may watch ${number(limit)}.`,
    watchingTooFew: ({ folders, limit }, { number }) =>
      `${number(folders)} folders are more than the ${number(limit)} that may be watched.`,
    watchingWhole: () => 'The system watches the whole folder.',
    checkFailed: () => 'This could not be checked.',
    checkHung: ({ afterMs }, { duration }) => `This check did not end within ${duration(afterMs)}.`,
  },
  toDo: {
    engineSilent: 'Close the app or the sync and start it again.',
    stateGone:
      'Put it back, or start the app again: it starts a new one where that is gone. Until then, nothing is sent or fetched; your files are untouched.',
    stateOutOfReach: 'Make sure that the disk is not read-only, and that you may write in the folder.',
    stateDamaged:
      'Start the app again: it checks the database, and only one that proves to be damaged is set aside for a new one. Your files are untouched.',
    stateNewer: 'Update this app.',
    stateBegunAnew: 'Open the app and read what it says about this; files that are equal on both sides are recognised.',
    stateSettingsUnread: 'Update this app, or set them again in Settings.',
    stateUncleanEnd: 'If the computer did not lose power, send a bundle to support.',
    roomLittle: 'Make room soon.',
    roomNone: 'Make room on the disk; what waits goes on by itself.',
    proxyUnusable: 'Name one in the variable HTTPS_PROXY, as http://, https:// or socks5://.',
    proxyUnreadable: 'Correct the variable, in the form http://proxy.example:8080.',
    notConnected: 'Enter the address of the service in Settings, or set the environment variables.',
    unreachable: 'Check the network, the address and the proxy. What you save meanwhile is kept and sent later.',
    notEncrypted: 'Use https://, or accept it in Settings or by CADSYNC_ALLOW_HTTP=1.',
    secretMissing: 'Enter the client secret in Settings, or set CADSYNC_CLIENT_SECRET.',
    signInRefused: 'Enter client id and secret again. If they are right, ask whoever runs the service.',
    signInUnanswered: 'Check the address of the token service, the network and the proxy.',
    accessRefused: 'Ask whoever runs the service whether this client may use it.',
    dataStrange: 'Correct the address of the data service, in Settings or by CADSYNC_DATA_URL.',
    answerStrange: 'Open a browser and sign in to the network, then check again.',
    limitReached: 'What waits goes on by itself.',
    clockOff: 'Set the clock, or let the system set it.',
    clockFarOff: 'Set the clock, or let the system set it.',
    embeddedSilent: 'Start the app again.',
    keychainOfNoUse:
      'Install or unlock the keychain (on Linux libsecret and a keyring), then check again; or set the environment variables.',
    secretsGiven: 'Remove the variables if what was entered should count.',
    folderGone: 'Connect the drive, or say in Settings where the folder is now.',
    folderUnreadable: 'Give yourself the right to read the folder.',
    markerNone: 'If the folder is the right one, confirm it in Settings or by “cadsync library confirm DIR”.',
    markerOther: 'Say in Settings where the folder of this library is.',
    markerUnreadable: 'Check the rights of the file and the disk.',
    readOnly: 'Give yourself the right to write there, or set the library to send only.',
    networkDrive: 'Keep the library on a drive of this computer if changes of others should arrive at once.',
    linksInTheWay: 'Put the files themselves into the library, or add the linked folder as a library.',
    watchingTight: 'Raise fs.inotify.max_user_watches if changes are noticed late.',
    watchingTooFew: 'Raise fs.inotify.max_user_watches; until then changes are found by the next full scan.',
    checkFailed: 'Check again. If it stays so, send a bundle to support.',
    checkHung: 'Check again. A drive or a network that hangs is the usual reason.',
  },
};
