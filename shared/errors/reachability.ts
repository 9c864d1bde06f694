import type { ErrorCode } from './catalogue.ts';

/** In which ways the service can be out of reach. */
export const cutOffs = [
  /** This computer has no network, or nobody on it knows the way. */
  'noNetwork',
  /** The network is there; the service does not answer, or says that it cannot. */
  'serviceDown',
  /** The service does not know who asks. */
  'signedOut',
  /** The service answers nothing before a certain time, because it was asked enough. */
  'limited',
  /** The sign-in page of a network answers in the place of the service. */
  'captivePortal',
  /** A proxy lets nothing through before it knows who asks. */
  'proxySignIn',
  /** Whoever answers cannot prove to be the service: often a network that looks in, or wants a sign-in first. */
  'unproven',
  /** Whoever answers does not speak as the service does. */
  'notTheService',
] as const;
export type CutOff = (typeof cutOffs)[number];

/** What is known of the way to the service, from real requests alone. */
export const reachabilities = ['notSetUp', 'connecting', 'online', ...cutOffs] as const;
export type Reachability = (typeof reachabilities)[number];

const cutOffBy: Partial<Readonly<Record<ErrorCode, CutOff>>> = {
  'no-network': 'noNetwork',
  'service-unreachable': 'serviceDown',
  'service-timeout': 'serviceDown',
  'service-unavailable': 'serviceDown',
  'not-connected': 'serviceDown',
  'sign-in-failed': 'signedOut',
  'client-secret-missing': 'signedOut',
  'invalid-token': 'signedOut',
  'too-many-requests': 'limited',
  'network-sign-in-needed': 'captivePortal',
  'proxy-sign-in-needed': 'proxySignIn',
  'certificate-not-trusted': 'unproven',
  'unreadable-answer': 'notTheService',
};

/** What an error says of the way to the service; `undefined` where it is about one request only. */
export function cutOffOf(code: ErrorCode): CutOff | undefined {
  return cutOffBy[code];
}

const ends: Readonly<Record<CutOff, 'byItself' | 'byPerson'>> = {
  noNetwork: 'byItself',
  serviceDown: 'byItself',
  limited: 'byItself',
  signedOut: 'byPerson',
  captivePortal: 'byPerson',
  proxySignIn: 'byPerson',
  unproven: 'byPerson',
  notTheService: 'byPerson',
};

/** Whether the service is out of reach, as far as is known. */
export function isCutOff(reachability: Reachability): reachability is CutOff {
  return reachability in ends;
}

/** Whether a person usually has to do something before the service is reached again. */
export function isEndedByPerson(reachability: Reachability): boolean {
  return isCutOff(reachability) && ends[reachability] === 'byPerson';
}
