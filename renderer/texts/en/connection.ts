import type { AddressFault } from '../../../shared/model/service-address.ts';
import type { KeychainState, SecretPlace } from '../../../shared/model/keychain.ts';

const addressFaults: Record<AddressFault, string> = {
  'address-invalid': 'an address looks like https://content.example.com',
  'address-scheme-refused': 'an address begins with https:// or http://',
  'address-with-password': 'an address has no user name or password in it',
};

const keychain: Record<KeychainState, string> = {
  notAsked: 'Secrets go straight into the system keychain if it can be used, and are never shown again.',
  works: 'Secrets go straight into the system keychain and are never shown again.',
  missingLibrary:
    'The library for the system keychain is missing (on Linux libsecret): secrets last until the app closes.',
  noKeyring: 'This computer has no system keychain: secrets last until the app closes.',
  locked:
    'The system keychain is locked: secrets last until the app closes, and any older ones in it count again after that. Unlock it, then test the connection.',
  silent:
    'The system keychain does not answer: secrets last until the app closes, and any older ones in it count again after that. It may wait to be unlocked; then test the connection.',
  failed:
    'The system keychain refuses to keep secrets: they last until the app closes, and any older ones in it count again after that.',
};

const places: Record<SecretPlace, string> = {
  none: 'Not set',
  environment: 'Set by the environment',
  keychain: 'Set',
  memory: 'Set until the app closes',
  unread: 'Not known whether it is set: the keychain did not say',
};

export const connection = {
  states: {
    notSetUp: 'Not set up',
    connecting: 'Connecting',
    online: 'Connected',
  },
  embeddedName: 'the service inside the app',
  embedded: 'The service inside this app is in use. Enter the addresses of another one to use that instead.',
  embeddedLabel: 'Service inside this app',
  embeddedHint: 'It needs no account. You can connect to another service later.',
  embeddedInsteadHint: 'It needs no account. What another service has stays there, and you can connect to that again.',
  useEmbedded: 'Use it',
  useEmbeddedInstead: 'Use it instead',
  embeddedUsed: 'The service inside this app is in use.',
  contentAddress: 'Content service',
  dataAddress: 'Data service',
  tokenAddress: 'Token service',
  addressHints: {
    contentAddress: 'With or without /api/v1/ at the end',
    dataAddress: 'Leave empty if it is the same as the content service',
    tokenAddress: 'Leave empty if it is on the same host',
  },
  addressFaults,
  clientId: 'Client id',
  save: 'Save and test',
  otherService: (name: string) =>
    `They stay queued for ${name} and go out when you are back. This service gets the files of your libraries too.`,
  otherAccount: (account: string) =>
    account === '' ? 'They are sent without a client id from now on.' : `They are sent as ${account} from now on.`,
  otherAccountYes: 'Change the account',
  otherServiceYes: 'Change the service',
  test: 'Test the connection',
  testing: 'Testing …',
  works: 'The service answers and accepts the client id and secret.',
  addressMissing: 'the address is missing',
  keychain,
  clientSecret: 'Client secret',
  clientSecretHint: 'It is sent to the token service only',
  clientSecretMissing: 'the client secret is missing',
  clientSecretAgain: 'enter the secret for this address: the one you entered before is not sent there',
  secretOfOtherAddress: 'Another address needs its own secret. The one you entered before is not sent there.',
  licenseCode: 'License code',
  licenseHint: 'Needed to save and publish. It is sent to the content service only.',
  licenseOfOtherAddress: 'Another address needs its own license code, to save and publish',
  places,
  fromEnvironment: 'An environment variable gives it and wins over what is entered here.',
  replace: 'Replace',
  remove: 'Remove',
  removeAsk: 'Remove it from this computer? What needs it stays queued until it is entered again.',
  secretRemoved: 'Removed.',
  secretSaved: 'Saved in the keychain.',
  secretHeld: 'Secrets are kept until the app closes.',
};

export const proxySignIn = {
  title: 'Sign in to the proxy',
  asks: (proxy: string) => `The proxy ${proxy} asks who you are`,
  means: 'Your user name and password go to this proxy only and are kept like the other secrets.',
  username: 'User name',
  usernameMissing: 'the user name is missing',
  usernameWithColon: 'a user name has no colon in it',
  password: 'Password',
  signIn: 'Sign in',
  signedIn: 'Kept. What waits is tried now.',
};

export const unencrypted = {
  title: 'The connection to this address is not encrypted:',
  means:
    'The secret, the license code and your files would cross the network in plain text, and anybody on the way could read or change them. Use https:// if the service supports it.',
  yes: 'Connect without encryption',
};
