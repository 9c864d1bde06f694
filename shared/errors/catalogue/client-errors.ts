import { type ErrorKind, nothingLost, nothingSent, permanent, transient } from './error-kind.ts';

/** What goes wrong on the way to the service, and where a connection is not set up. */
export const clientErrors = {
  'service-unreachable': transient(0, 'The service cannot be reached.', nothingLost, 'check-connection'),
  'service-timeout': transient(0, 'The service did not answer in time.', nothingLost, 'none'),
  'service-unavailable': transient(0, 'The service is not available at the moment.', nothingLost, 'none'),
  'no-network': transient(0, 'This computer has no network.', nothingLost, 'connect-network'),
  'network-sign-in-needed': transient(
    0,
    'The network answers in the place of the service: it probably wants you to sign in to it first.',
    nothingLost,
    'sign-in-to-network',
  ),
  'proxy-sign-in-needed': transient(
    0,
    'The proxy of this network lets nothing through before it knows who asks.',
    nothingLost,
    'sign-in-to-proxy',
  ),
  'certificate-not-trusted': transient(
    0,
    'Whoever answers at the address of the service cannot prove to be it.',
    'Nothing secret was sent.',
    'check-certificate',
  ),
  'service-failed': transient(0, 'The service reported an internal error.', nothingLost, 'none'),
  'unreadable-answer': transient(
    0,
    'The answer does not look like one of this service: a proxy or a sign-in page may have sent it.',
    nothingLost,
    'check-connection',
  ),
  'interrupted-by-sleep': transient(0, 'The computer slept while the service was asked.', nothingLost, 'none'),
  'answer-incomplete': transient(0, 'The answer of the service is incomplete or damaged.', nothingLost, 'none'),
  'request-rejected': permanent(0, 'The service did not accept the request.', nothingLost, 'try-again'),
  'sign-in-failed': permanent(0, 'The service did not accept the client id and secret.', nothingLost, 'check-client'),
  'client-secret-missing': permanent(
    0,
    'There is no client secret for this address yet.',
    'Nothing secret was sent.',
    'enter-client-secret',
  ),
  'secret-not-removed': permanent(
    0,
    'The system keychain did not remove the secret.',
    'It may still be there, and the app goes on using it. Unlock the keychain first.',
    'try-again',
  ),
  'license-code-missing': permanent(
    0,
    'There is no license code for this address yet.',
    nothingLost,
    'enter-license-code',
  ),
  'address-invalid': permanent(0, 'This is not the address of a service.', nothingSent, 'check-address'),
  'address-scheme-refused': permanent(
    0,
    'The address of a service begins with https:// or http://; this one does not.',
    nothingSent,
    'check-address',
  ),
  'address-with-password': permanent(
    0,
    'The address of a service must not contain a user name or password.',
    nothingSent,
    'check-address',
  ),
  'address-not-encrypted': permanent(
    0,
    'The address begins with http://: secrets and files would cross the network unencrypted.',
    nothingSent,
    'use-https',
  ),
  'not-connected': permanent(0, 'No service is set up yet.', nothingLost, 'check-connection'),
  cancelled: permanent(0, 'This was cancelled.', '', 'none'),
  'not-offered': permanent(0, 'The connected service does not offer this.', '', 'none'),
} as const satisfies Record<string, ErrorKind>;
