import type { KeychainState } from '../../shared/model/keychain.ts';

/** Thrown in place of an answer that did not come in time. */
export const keychainSilent = new Error('The keychain does not answer.');

/**
 * The words of libsecret and D-Bus, of the macOS Keychain and of Windows; keytar passes them on without a code. Locked
 * comes first: a locked keyring is a keyring.
 */
const words: readonly (readonly [KeychainState, RegExp])[] = [
  [
    'locked',
    /\blocked\b|interaction is not allowed|interaction with the user|not unlocked|prompt .*dismissed|was cancell?ed|denied|passphrase you entered/i,
  ],
  [
    'noKeyring',
    /org\.freedesktop\.secrets|autolaunch D-Bus|DBUS_SESSION_BUS_ADDRESS|no such (?:interface|object path|secret collection)|could not connect|cannot connect|not activatable|keychain could not be found|logon session does not exist/i,
  ],
];

/** What a keychain that refused a question is like. */
export function keychainStateOf(failure: unknown): KeychainState {
  if (failure === keychainSilent) return 'silent';
  const message = failure instanceof Error ? failure.message : '';
  return words.find(([, pattern]) => pattern.test(message))?.[0] ?? 'failed';
}
