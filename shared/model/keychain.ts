/**
 * What is known of the system keychain. `missingLibrary`: what talks to it is not installed; `noKeyring`: nothing on this
 * computer keeps secrets; `silent`: it did not answer in time, as one does that waits to be unlocked.
 */
export const keychainStates = [
  'notAsked',
  'works',
  'missingLibrary',
  'noKeyring',
  'locked',
  'silent',
  'failed',
] as const;
export type KeychainState = (typeof keychainStates)[number];

/** Whether nothing on this computer keeps secrets: one that is locked, silent or refuses may have some all the same. */
export function isMissing(state: KeychainState): boolean {
  return state === 'missingLibrary' || state === 'noKeyring';
}

/**
 * Where a secret comes from: `environment` wins over what was entered; `memory` lasts until the app closes. `unread`: the
 * keychain did not say whether it has one.
 */
export const secretPlaces = ['none', 'environment', 'keychain', 'memory', 'unread'] as const;
export type SecretPlace = (typeof secretPlaces)[number];

/** The secrets of a connection to a service. */
export const connectionSecrets = ['clientSecret', 'licenseCode'] as const;
export type ConnectionSecret = (typeof connectionSecrets)[number];

/** All that is kept: also the user name and password for a proxy, which belong to that and to no origin. */
export const keptSecrets = [...connectionSecrets, 'proxySignIn'] as const;
export type KeptSecret = (typeof keptSecrets)[number];
