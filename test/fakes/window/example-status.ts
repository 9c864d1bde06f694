import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { CutOff } from '../../../shared/errors/reachability.ts';
import type { ConnectionStanding } from '../../../shared/rpc/connection-standing.ts';
import type { RequestBudget } from '../../../shared/rpc/request-budget.ts';
import type { QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { ChangeQuestionRecord, LibraryRecord } from '../../../shared/rpc/library-records.ts';
import type { ConnectionRecord, StatusRecord } from '../../../shared/rpc/status-records.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { standingsOf } from '../../../shared/rpc/standings.ts';
import { defaultSettings } from '../../../shared/rpc/settings.ts';
import type { WorkProgress } from '../../../shared/rpc/work-progress.ts';
import { exampleNow } from './file-rows.ts';
import { exampleMove, refusedMove } from './move-rows.ts';

export type Scenario =
  /** Nothing set up: the first run. */
  | 'firstRun'
  /** Two libraries with files in all states. */
  | 'everyday'
  /** As everyday, but the service is away and one library is paused. */
  | 'trouble'
  /** The first run after a damaged state was set aside. */
  | 'begunAnew'
  /** As everyday, and many files at once are gone or would be replaced. */
  | 'manyChanges'
  /** Connected, everything in step, nothing to do. */
  | 'quiet'
  /** A hundred thousand files. */
  | 'large'
  /** The first sync of twenty thousand files is under way. */
  | 'firstSync'
  /** Hundreds of files wait for a service that answers sixty requests a minute. */
  | 'fewRequests'
  /** As everyday, with the service inside the app. */
  | 'ownService'
  /** The same, and what that has moves to another one. */
  | 'moving'
  /** The same, and some files could not be moved. */
  | 'moveRefused'
  /** Files wait, and the service is out of reach in this way. */
  | CutOff;

/** The same, where the service limits its callers. */
export const slowWork: WorkProgress = {
  doing: 'transferring',
  files: { done: 88, total: 500 },
  bytes: { done: 8_400_000, total: 52_000_000 },
};

/** How far it is. */
export const exampleWork: WorkProgress = {
  doing: 'transferring',
  files: { done: 1_240, total: 20_000 },
  bytes: { done: 9_840_000, total: 160_200_000 },
  bytesPerSecond: 4_130_000,
  leftMs: 41_000,
};

const cutOffErrors: Record<CutOff, ErrorCode> = {
  noNetwork: 'no-network',
  serviceDown: 'service-unavailable',
  signedOut: 'sign-in-failed',
  limited: 'too-many-requests',
  captivePortal: 'network-sign-in-needed',
  proxySignIn: 'proxy-sign-in-needed',
  unproven: 'certificate-not-trusted',
  notTheService: 'unreadable-answer',
};

const isCutOffScenario = (scenario: Scenario): scenario is CutOff => scenario in cutOffErrors;

function exampleStanding(scenario: Scenario): ConnectionStanding {
  if (scenario === 'trouble') return { state: 'serviceDown', error: { code: 'service-unreachable' } };
  if (!isCutOffScenario(scenario)) return { state: 'online' };
  return { state: scenario, error: { code: cutOffErrors[scenario] }, nextTryAtMs: exampleNow + 38 * 60_000 };
}

/** 38 of 60, and 412 files to send. */
const exampleBudget: RequestBudget = {
  limit: 60,
  used: 38,
  resetAtMs: exampleNow + 20_000,
  lengthMs: 60_000,
  files: 412,
  leftMs: 14 * 60_000,
};

export function exampleConnection(scenario: Scenario): ConnectionRecord {
  const common = { dataAddress: '', tokenAddress: '', keychain: 'works' } as const;
  if (scenario === 'firstRun' || scenario === 'begunAnew') {
    return {
      ...common,
      kind: 'none',
      contentAddress: '',
      clientId: '',
      clientSecret: 'none',
      licenseCode: 'none',
      state: 'notSetUp',
    };
  }
  if (scenario === 'ownService' || scenario === 'moving' || scenario === 'moveRefused') {
    const address = 'http://127.0.0.1:40123';
    const addresses = { contentAddress: address, dataAddress: address, tokenAddress: address };
    const secrets = { clientId: '', clientSecret: 'memory', licenseCode: 'memory' } as const;
    return { ...common, ...addresses, ...secrets, kind: 'embedded', state: 'online' };
  }
  return {
    ...common,
    kind: 'remote',
    contentAddress: 'https://content.example.test/api/v1/',
    clientId: 'designers-office-12',
    clientSecret: 'keychain',
    licenseCode: scenario === 'trouble' ? 'none' : 'keychain',
    ...exampleStanding(scenario),
    ...(scenario === 'proxySignIn' && { askingProxy: 'proxy.office.test:8080' }),
  };
}

const manyGone: ChangeQuestionRecord = {
  kind: 'removal',
  count: 63,
  fileCount: 420,
  paths: ['EC010123/MC000101/Pump flanged DN50.rfa', 'EC010123/MC000101/Pump flanged DN65.rfa', 'EC010123/Valve.rfa'],
  isKept: false,
  lastChangeId: 63,
};
const manyReplaced: ChangeQuestionRecord = {
  ...manyGone,
  kind: 'overwrite',
  count: 51,
  fileCount: 180,
  paths: ['EC011024/MC000123/Ventilation unit with a name of some length.dwg', 'EC011024/Duct.dwg', 'EC011024/Fan.dwg'],
  lastChangeId: 51,
};

export function exampleLibraries(scenario: Scenario, files: readonly FileRecord[]): LibraryRecord[] {
  if (scenario === 'firstRun' || scenario === 'begunAnew') return [];
  const checked = {
    // As of now, however long ago these examples were loaded: else they are not of lately any more.
    lastScanAtMs: Date.now() - 12 * 60_000,
    lastPollAtMs: Date.now() - 10_000,
    contentType: 'Template',
    settlingCount: 0,
    missingCount: 0,
    questions: [],
  };
  const count = (libraryId: string) =>
    files.filter((file) => file.libraryId === libraryId && file.state !== 'removedHere').length;
  const standingsIn = (libraryId: string) =>
    standingsOf(files.filter((file) => file.libraryId === libraryId).map((file) => [file.state, 1] as const));
  const state =
    scenario === 'quiet' || scenario === 'large'
      ? 'inStep'
      : scenario === 'trouble' || isCutOffScenario(scenario)
        ? 'offline'
        : 'working';
  return [
    {
      ...checked,
      libraryId: 'revit',
      name: 'Revit 2025',
      root: '/libraries/Revit 2025',
      programs: [{ name: 'Revit', version: '2025' }],
      state,
      fileCount: count('revit'),
      standings: standingsIn('revit'),
      besideFiles: { savedLate: 0, failedWork: 0 },
      notFetchedCount: 0,
      settings: defaultLibrarySettings,
      quietTimeMs: 2_000,
      questions: scenario === 'manyChanges' ? [manyGone] : [],
    },
    {
      ...checked,
      libraryId: 'other',
      name: 'AutoCAD symbols and everything else',
      root: '/libraries/AutoCAD symbols and everything else',
      programs: [{ name: 'AutoCAD', version: '2025' }],
      languageCode: 'nl',
      fileCount: count('other'),
      standings: standingsIn('other'),
      besideFiles: { savedLate: 0, failedWork: 0 },
      notFetchedCount: 2,
      settings: {
        ...defaultLibrarySettings,
        follow: 'releases',
        direction: 'upOnly',
        ignorePatterns: ['Old/', '*.bak.dwg'],
      },
      quietTimeMs: 10_000,
      questions: scenario === 'manyChanges' ? [manyReplaced] : [],
      ...(scenario === 'trouble'
        ? { state: 'paused', error: { code: 'library-unproven', detail: 'The folder has lost its marker.' } }
        : { state: scenario === 'everyday' ? 'scanning' : 'inStep' }),
    },
  ];
}

export function countFiles(files: readonly FileRecord[]): StatusRecord['counts'] {
  const needing = new Set<FileRecord['state']>(['needsYou', 'conflict', 'doublyClaimed']);
  return {
    all: files.length,
    drafts: files.filter((file) => file.isPublishable).length,
    needsYou: files.filter((file) => needing.has(file.state)).length,
    unassigned: files.filter((file) => file.state === 'unassigned').length,
    removedHere: files.filter((file) => file.state === 'removedHere').length,
  };
}

const waitingIn: Partial<Record<Scenario, number>> = { firstSync: 18_757, fewRequests: 410 };

export function exampleStatus(
  scenario: Scenario,
  files: readonly FileRecord[],
  queue: readonly QueueEntryRecord[],
): StatusRecord {
  const having = (...states: QueueEntryRecord['state'][]) =>
    queue.filter((entry) => states.includes(entry.state)).length;
  return {
    connection: exampleConnection(scenario),
    ...(scenario === 'begunAnew'
      ? { begunAnew: { code: 'state-begun-anew', detail: 'It is kept as state.damaged-2026-05-20T12-00-00.db.' } }
      : {}),
    libraries: exampleLibraries(scenario, files),
    counts: countFiles(files),
    queue: {
      waiting: waitingIn[scenario] ?? having('waiting', 'retrying'),
      running: having('running'),
      needsAttention: having('needsAttention'),
    },
    refusedWrites: 0,
    settings: defaultSettings,
    ...(scenario === 'firstRun' ? { isLanguageOpen: true } : {}),
    ...(scenario === 'fewRequests' ? { budget: exampleBudget } : {}),
    ...(scenario === 'moving' ? { move: exampleMove } : {}),
    ...(scenario === 'moveRefused' ? { move: refusedMove } : {}),
  };
}
