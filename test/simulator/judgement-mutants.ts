import type { Mutant } from './mutants.ts';

const inSentences = 'test/unit/engine/judge/judge-file.test.ts';
const ofMarks = 'test/unit/engine/state/dirty-triggers.test.ts';

/** Faults of what is said of a file: of the judgement, of what has it judged again, and of those who read it. */
export const judgementMutants: readonly Mutant[] = [
  {
    name: 'says that a file cannot be read where a person is asked about it',
    file: 'judge/judge-file.ts',
    text: "if (asked && !asked.isKept) return { kind: 'asked', ...asked };",
    instead: "if (asked && !asked.isKept && !file.problem) return { kind: 'asked', ...asked };",
    test: inSentences,
  },
  {
    name: 'calls one of two files in conflict the only one',
    file: 'judge/judge-file.ts',
    text: "if (others.some(({ settled, problem }) => settled || problem)) return { kind: 'rivals' };",
    instead: "if (others.length > 0 && !key.conflict) return { kind: 'rivals' };",
    test: inSentences,
  },
  {
    name: 'takes what a library follows for what it is kept from',
    file: 'judge/judge-file.ts',
    text: "if (step.because !== 'follow' || !synced) return step;",
    instead: 'if (synced !== null) return step;',
    test: inSentences,
  },
  {
    name: 'forgets what the last try came to',
    file: 'judge/judge-file.ts',
    text: "{ kind: 'transfer', operation, ...(error ? { error } : {}) }",
    instead: "{ kind: 'transfer', operation }",
    test: inSentences,
  },
  {
    name: 'calls a moved file in step with a version that is not the newest',
    file: 'judge/judge-file.ts',
    text: 'synced && remote && compareVersions(remote.version, synced.version) === 0',
    instead: 'synced && remote',
    test: 'test/property/judge-file.test.ts',
  },
  {
    name: 'takes what needs a person for what goes on by itself',
    file: 'judge/judge-file.ts',
    text: "if (isParked && error) return { kind: 'parked', operation, error };",
    instead: '',
  },
  {
    name: 'calls a file removed that stands elsewhere',
    file: 'judge/judge-file.ts',
    text: 'other.goneSinceMs === undefined && other.settled && other.sha256 !== undefined && problemOf(other) === undefined,',
    instead:
      'other.goneSinceMs !== undefined && other.settled && other.sha256 === undefined && problemOf(other) === undefined,',
  },
  {
    name: 'says of a release of an earlier save that it is of what stands here',
    file: 'judge/judge-file.ts',
    text: "return release.sha256 === file.sha256 ? 'these' : 'earlier';",
    instead: "return 'these';",
    test: inSentences,
  },
  {
    name: 'offers to publish what goes out already',
    file: 'judge/judge-file.ts',
    text: "if (wish !== undefined && wish !== 'earlier') return false;",
    instead: 'void wish;',
  },
  {
    name: 'makes a release at another service than it was asked of',
    file: 'queue/queue-entry.ts',
    text: 'service_id IS NULL OR service_id = ${serviceId',
    instead: "service_id IS NULL OR service_id <> '' OR service_id = ${serviceId",
    test: 'test/unit/engine/stories/release-offline.test.ts',
  },
  {
    name: 'gives a release up that waits for an answer to a conflict',
    file: 'transfer/still-wanted.ts',
    text: "if (step.kind === 'holdConflict') return",
    instead: 'if (step === undefined) return',
    test: 'test/unit/engine/stories/release-offline.test.ts',
  },
  {
    name: 'shows what nobody misses',
    file: 'judge/verdict.ts',
    text: 'notMissed: undefined,',
    instead: "notMissed: 'removedHere',",
  },
  {
    name: 'calls what is not fetched a draft',
    file: 'judge/verdict.ts',
    text: "would === 'upload' ? 'notSent' : 'notFetched'",
    instead: "would === 'upload' ? 'notSent' : 'draft'",
  },
  ...(
    [
      ['library', 'what a library is set to', ofMarks],
      ['local_file', 'what is in the folder'],
      ['remote_item', 'what the service has'],
      ['queue_entry', 'what is queued'],
      // Of these there is mostly another mark: what is queued changes with them, or what moved is planned anew.
      ['synced_item', 'what was agreed on', ofMarks],
      ['conflict', 'conflicts', ofMarks],
      ['bounded_change', 'questions about many files', ofMarks],
      ['removal', 'what a person said to a removal', ofMarks],
    ] as const
  ).map(([table, what, test]): Mutant => ({
    name: `judges nothing again because of ${what}`,
    file: 'state/dirty-triggers.ts',
    text: `...onChange('${table}', {`,
    instead: `...((..._of: unknown[]): string[] => [])('${table}', {`,
    ...(test === undefined ? {} : { test }),
  })),
  {
    name: 'leaves what it said of files without a key',
    file: 'cycle/judgement.ts',
    text: 'inTransactions(verdicts.dirtyPaths(untilMs), judgePath);',
    instead: '',
  },
  {
    name: 'goes on with what was judged with another service',
    file: 'cycle/judgement.ts',
    text: 'startOver: (): unknown => (isOutdated = true),',
    instead: 'startOver: (): unknown => isOutdated,',
  },
  {
    name: 'never looks again at what is missing for a while',
    file: 'state/verdicts.ts',
    text: 'UNION SELECT content_key FROM ${heldForAWhile} WHERE until_ms <= ${nowMs}',
    instead: 'UNION SELECT content_key FROM ${heldForAWhile} WHERE until_ms < 0 * ${nowMs}',
  },
  {
    name: 'forgets at a start what was to be sent or fetched and was not queued yet',
    file: 'state/verdicts.ts',
    text: "(kind <> 'inStep' OR",
    instead: "(kind NOT IN ('inStep', 'transfer', 'undecided') OR",
  },
  {
    name: 'reads what was judged before without looking what changed',
    file: 'state/file-list.ts',
    text: '    refresh();\n    return database.all(',
    instead: '    return database.all(',
  },
  {
    name: 'leaves files of other programs out of those that need a person',
    file: 'state/file-list.ts',
    text: "IN ('needsYou', 'otherProgram', ",
    instead: "IN ('needsYou', ",
  },
  {
    name: 'calls up to date what nobody can confirm',
    file: 'state/file-records.ts',
    text: "return state === 'upToDate' && !confirmed ? 'unconfirmed' : state;",
    instead: 'return confirmed ? state : state;',
  },
  {
    name: 'names as not fetched what is here',
    file: 'state/not-fetched.ts',
    text: "v.kind = 'heldBack' AND v.subject = '/' || v.content_key",
    instead: "v.kind = 'heldBack'",
  },
  {
    name: 'takes what waits to be sent for safe',
    file: 'state/not-on-service.ts',
    text: "NOT IN ('inStep', 'asFollowed')",
    instead: "NOT IN ('inStep', 'asFollowed', 'transfer')",
  },
  {
    name: 'calls a library in step that is kept from something',
    file: 'application/library-record.ts',
    text: "return standings.held ? 'held' : 'inStep';",
    instead: "return 'inStep';",
  },
  {
    name: 'counts files that are gone',
    file: 'application/library-record.ts',
    text: "(state === 'removedHere' ? 0 : count)",
    instead: 'count',
  },
  {
    name: 'says nothing of a library that is paused',
    file: 'explain/status-reader.ts',
    text: 'paused,\n    unconfirmed',
    instead: 'paused: undefined,\n    unconfirmed',
  },
  {
    name: 'ends as if no file needed a person',
    file: '../entry/commands/describe-overview.ts',
    text: '...(Object.keys(standingsIn(library)) as Standing[]),',
    instead: "...(Object.keys(standingsIn(library)) as Standing[]).filter((one) => one !== 'needsYou'),",
  },
];
