import { release } from 'node:os';
import type { FindingOf } from '../../shared/rpc/diagnosis.ts';
import type { Found } from './checks.ts';
import type { Subject } from './subject.ts';

const systems: Readonly<Record<string, FindingOf<'versions'>['system']>> = {
  win32: 'windows',
  darwin: 'macos',
  linux: 'linux',
};

export function describeVersions({ productVersion, host }: Subject): Found {
  const { arch, platform } = process;
  return {
    finding: {
      code: 'versions',
      app: numbersOf(productVersion),
      node: numbersOf(process.versions.node),
      system: systems[platform] ?? 'other',
      release: numbersOf(release()),
      processor: arch === 'x64' || arch === 'arm64' ? arch : 'other',
      host,
    },
  };
}

/** Whoever built a system may have named it after somebody; its numbers say enough. */
function numbersOf(version: string): string {
  return /^\d{1,6}(?:\.\d{1,6}){0,3}/.exec(version)?.[0] ?? '0';
}

export function engineFinding({ engine, stateDir }: Subject): Found {
  return { finding: { code: engineCodes[engine] }, about: stateDir };
}

const engineCodes = {
  runs: 'engineRuns',
  rests: 'engineRests',
  silent: 'engineSilent',
  unseen: 'checkFailed',
} as const;

/** What the keychain is like, and where the secrets of the connection are. */
export async function describeKeychain(subject: Subject): Promise<Found> {
  const { state, clientSecret, licenseCode } = await subject.secrets();
  const isGiven = { clientSecret: clientSecret === 'environment', licenseCode: licenseCode === 'environment' };
  if (isGiven.clientSecret || isGiven.licenseCode) return { finding: { code: 'secretsGiven', ...isGiven } };
  return {
    finding:
      state === 'works' ? { code: 'keychain', state, clientSecret, licenseCode } : { code: 'keychainOfNoUse', state },
  };
}
