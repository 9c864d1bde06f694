import type { BundlePart } from '../../../shared/rpc/diagnosis.ts';
import { createFormats } from '../../../shared/words/formats.ts';

const { number } = createFormats('en');

export const diagnostics = {
  about:
    'Checks the network, the service, the keychain, your library folders, the disk, the clock and the saved state. Nothing is changed.',
  run: 'Check now',
  runAgain: 'Check again',
  running: 'Checking …',
  computer: 'This computer',
  outcomes: { ok: 'OK', note: 'Note', problem: 'Problem' },
  result: (problems: number, notes: number) =>
    problems > 0
      ? problems === 1
        ? '1 problem was found.'
        : `${number(problems)} problems were found.`
      : notes === 0
        ? 'Everything is in order.'
        : 'No problem was found.',
  fine: (n: number) => (n === 1 ? '1 check is fine' : `${number(n)} checks are fine`),
  bundle: 'Bundle for support',
  bundleHint:
    'The checks, the logs, settings and counts, in one ZIP. It holds no secrets, no names of users, computers, files or products, and no addresses or paths.',
  prepare: 'Prepare a bundle',
  prepareAgain: 'Prepare a new one',
  preparing: 'Preparing …',
  contents: 'The bundle holds:',
  parts: {
    'report.json': 'what the checks found',
    'settings.json': 'what is set, without addresses and patterns',
    'counts.json': 'how many files are in which state',
    'app.log': 'what went wrong in the app, as codes',
    'shell.log': 'what went wrong in the window, as codes',
  } satisfies Record<BundlePart, string>,
  save: 'Save the bundle',
};
