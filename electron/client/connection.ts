import { AppError } from '../../shared/errors/app-error.ts';
import type { BudgetMemory } from '../../shared/rpc/request-budget.ts';
import { createAcceptedExtras, type AcceptedExtras } from './accepted-extras.ts';
import { serviceAddress } from './address.ts';
import { usualTimeouts, type Timeouts } from './attempt.ts';
import { systemClock, type Clock } from './clock.ts';
import { createExchanger, type Exchanger, type Silence } from './exchange.ts';
import { createOperationRunner, type OperationRunner } from './operation-runner.ts';
import { assertReachable } from './reachability.ts';
import { createRateGate, type RateGate } from './rate-gate.ts';
import { createRedactor, type Redactor } from './redactor.ts';
import type { Addresses } from './request-plan.ts';
import { secretsOfSignIn } from './route.ts';
import { createRoutes, type ProxyPort } from './routes.ts';
import { usualTries, type Tries } from './retry-policy.ts';
import { createTokenSource, type TokenSource } from './token-source.ts';
import { untilAborted } from './until-aborted.ts';

/** Where the secrets come from; asked each time one is needed, so that a change counts at once. */
interface ClientSecrets {
  clientSecret(): Promise<string | undefined>;
  licenseCode(): Promise<string | undefined>;
}

/** What a client needs to know. Addresses may end in `/api`, `/api/v1` or a slash. */
export interface ClientOptions {
  readonly contentAddress: string;
  /** Of the data area; the content address serves both when it is left out. */
  readonly dataAddress?: string | undefined;
  /** Without `/oauth/token`; the content address when it is left out. */
  readonly tokenAddress?: string | undefined;
  readonly clientId: string;
  /** For these addresses and no others: the client sends them wherever the addresses point. */
  readonly secrets: ClientSecrets;
  /** Whether a person accepted that other computers are spoken to without encryption; without, `http:` is for loopback. */
  readonly allowHttp?: boolean;
  readonly timeouts?: Partial<Timeouts>;
  /** How often a call is tried in all. */
  readonly tries?: Partial<Tries>;
  /** Connections to one address at the same time. */
  readonly maxSockets?: number;
  /** Where the limits of an account are kept over restarts. */
  readonly limits?: ((account: string) => BudgetMemory) | undefined;
  /** Hides the secrets of the whole process, also those of clients before; without, those that this client learns. */
  readonly redactor?: Redactor | undefined;
  /** What this computer knows of its proxies; without, the environment alone names one. */
  readonly proxies?: ProxyPort | undefined;
  /** Told whenever the service starts or stops being reachable, and once when that is first known. */
  readonly onOnlineChange?: (online: boolean) => void;
  /** Told when nothing comes of what was asked for, for as long as a person wonders why; and once only of each silence. */
  readonly onSilence?: ((silence: Silence) => void) | undefined;
  /** Time and chance, for tests. */
  readonly clock?: Partial<Clock>;
}

/** The parts of a client, wired. */
export interface Connection {
  readonly addresses: Addresses;
  readonly secrets: ClientSecrets;
  readonly redactor: Redactor;
  /**
   * What was thrown, without any secret that was ever used, and any that is set: a service may name one before its use.
   * Once the signal is aborted, it waits for none of them, and leaves out what may name one.
   */
  readonly clean: (thrown: unknown, signal: AbortSignal) => Promise<AppError>;
  readonly clock: Clock;
  readonly exchanger: Exchanger;
  readonly tokens: TokenSource;
  readonly runner: OperationRunner;
  readonly gateOf: (address: string) => RateGate;
  readonly extras: AcceptedExtras;
  /** The computer slept. */
  wakeUp(): void;
}

/** More than background transfers ever take, so that a person never waits in line behind them. */
export const usualSockets = 80;

/**
 * Wires a connection; nothing is sent yet.
 * @throws AppError as `serviceAddress` does, for any of the addresses
 */
export function openConnection(options: ClientOptions): Connection {
  const read = (text: string): string => serviceAddress(text, options.allowHttp ?? false);
  const content = read(options.contentAddress);
  const addresses = { content, data: options.dataAddress ? read(options.dataAddress) : content };
  const tokenAddress = options.tokenAddress ? read(options.tokenAddress) : content;
  const clock: Clock = { ...systemClock, ...options.clock };
  const redactor = options.redactor ?? createRedactor();
  const secrets = remembered(options.secrets, redactor);
  const exchanger = createExchanger({
    routes: createRoutes(clock, options.proxies && rememberedProxies(options.proxies, redactor)),
    timeouts: { ...usualTimeouts, ...options.timeouts },
    maxSockets: options.maxSockets ?? usualSockets,
    onSilence: options.onSilence,
  });
  const tokens = createTokenSource({
    exchanger,
    address: tokenAddress,
    clientId: options.clientId,
    clientSecret: () => secrets.clientSecret(),
    assertReachable: () => assertReachable(exchanger, [tokenAddress, addresses.content, addresses.data]),
    rememberToken: (token) => redactor.rememberToken(token),
    clock,
  });
  const runner = createOperationRunner({
    exchanger,
    tokens,
    clock,
    tries: { ...usualTries, ...options.tries },
    onReached: onChange(options.onOnlineChange),
  });
  const gates = gatePerAddress((origin) => createRateGate(clock, options.limits?.(`${options.clientId} ${origin}`)));
  const wakeUp = (): void => {
    exchanger.wakeUp();
    for (const gate of gates.all()) gate.lookAgain();
  };
  const parts = { addresses, secrets, redactor, clean: cleaner(secrets, redactor), clock, exchanger, tokens, runner };
  return { ...parts, gateOf: gates.of, extras: createAcceptedExtras(), wakeUp };
}

/** Both areas on one host share its limits. */
function gatePerAddress(create: (origin: string) => RateGate) {
  const gates = new Map<string, RateGate>();
  return {
    all: () => gates.values(),
    of: (address: string): RateGate => {
      const origin = new URL(address).origin;
      const gate = gates.get(origin) ?? create(origin);
      gates.set(origin, gate);
      return gate;
    },
  };
}

function remembered(secrets: ClientSecrets, redactor: Redactor): ClientSecrets {
  const remember = (value: string | undefined): string | undefined =>
    value === undefined || value === '' ? undefined : redactor.remember(value);
  return {
    clientSecret: async () => remember(await secrets.clientSecret()),
    licenseCode: async () => remember(await secrets.licenseCode()),
  };
}

/** Some proxies say back what they were told. */
function rememberedProxies(proxies: ProxyPort, redactor: Redactor): ProxyPort {
  return {
    resolve: (origin) => proxies.resolve(origin),
    async signInFor(proxy) {
      const signIn = await proxies.signInFor(proxy);
      if (signIn) for (const secret of secretsOfSignIn(signIn)) redactor.remember(secret);
      return signIn;
    },
    noteAsked: (proxy) => proxies.noteAsked(proxy),
  };
}

/**
 * Makes what cleans errors. The secrets are looked for with the first one that may hold what somebody else wrote, and no
 * more: a keychain that refused may ask the person each time, and an outage is told without one.
 */
function cleaner(secrets: ClientSecrets, redactor: Redactor): Connection['clean'] {
  let isLooked = false;
  let looking: Promise<void> | undefined;
  return async (thrown, signal) => {
    if (!mayQuote(thrown)) return redactor.clean(thrown);
    looking ??= Promise.allSettled([secrets.clientSecret(), secrets.licenseCode()]).then(() => {
      isLooked = true;
    });
    await untilAborted(looking, signal).catch(() => undefined);
    return redactor.clean(isLooked ? thrown : withoutWords(thrown));
  };
}

/** Of an answer anything may stand in an error; the causes of a defect are not known. */
function mayQuote(thrown: unknown): boolean {
  return !(thrown instanceof AppError) || thrown.receivedStatus !== undefined;
}

function withoutWords(thrown: unknown): AppError {
  if (!(thrown instanceof AppError)) return new AppError('unexpected-failure');
  const { code, retryAfterMs, receivedStatus } = thrown;
  return new AppError(code, { retryAfterMs, receivedStatus });
}

function onChange(listener: ((online: boolean) => void) | undefined): (online: boolean) => void {
  let known: boolean | undefined;
  return (online) => {
    if (online === known) return;
    known = online;
    listener?.(online);
  };
}
