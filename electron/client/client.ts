import type { CallOptions, RemoteCaller } from '../../shared/api/caller.ts';
import { contract } from '../../shared/api/contract.ts';
import type { AppError } from '../../shared/errors/app-error.ts';
import type { RequestsSpent } from '../../shared/rpc/request-budget.ts';
import { openConnection, type ClientOptions } from './connection.ts';
import { askUnlessSeen } from './unless-seen.ts';
import { callTagged, createCallJson, createDownload, uploadFile, type SignalledCall } from './calls.ts';

/** A caller of the service with a life of its own. */
export interface ServiceClient extends RemoteCaller {
  /** Signs in again before the next call: after a change of the client secret, or when somebody asks to try again. */
  forgetToken(): void;
  /** How far the limit of the content service is used up; `undefined` while none is known. */
  requestsSpent(): RequestsSpent | undefined;
  /** Whether the content service ever told a limit. */
  limitsRequests(): boolean;
  /** The computer is about to sleep: what then fails says nothing of the service. */
  fallAsleep(): void;
  /** The computer slept: connections may be dead, and limits may have passed. */
  wakeUp(): void;
  /** Hides every secret and token this client used in a text, for logs and diagnostics. */
  redact(text: string): string;
  /** Ends all calls with `cancelled` and closes the connections; every later call is cancelled too. */
  close(): Promise<void>;
}

/**
 * Makes a client; nothing is sent before the first call.
 * @throws AppError `address-invalid`, `address-scheme-refused`, `address-with-password`, `address-not-encrypted`
 */
export function createClient(options: ClientOptions): ServiceClient {
  const connection = openConnection(options);
  const { clean, redactor } = connection;
  const closing = new AbortController();
  const untilClosed = createJoinedSignals(closing.signal);
  const callJson = createCallJson(connection);
  const download = createDownload(connection);
  const guarded = async <T>(call: CallOptions | undefined, work: (call: SignalledCall) => Promise<T>): Promise<T> => {
    const signal = untilClosed(call?.signal);
    try {
      return await work({ ...call, signal });
    } catch (thrown) {
      throw await clean(thrown, signal);
    }
  };
  return {
    asks: 'service',
    call: (id, input, call) => guarded(call, (own) => callJson<typeof id>(contract[id], input, own)),
    callUnlessSeen: (id, input, seen, call) =>
      guarded(call, (own) =>
        askUnlessSeen(seen, (tag) => callTagged<typeof id>(connection, { id, input, seen, tag }, own)),
      ),
    upload: (id, input, file, call) => guarded(call, (own) => uploadFile(connection, { id, input, file }, own)),
    download: (id, input, call) =>
      guarded(call, async (own) => {
        const file = await download(id, input, { ...call, ...own });
        return { ...file, bytes: cleaned(file.bytes, (thrown) => clean(thrown, own.signal)) };
      }),
    forgetToken: () => connection.tokens.forget(),
    requestsSpent: () => connection.gateOf(connection.addresses.content).spent(),
    get takesFileWithMetadata() {
      return connection.extras.takesFileWithMetadata();
    },
    get givesFilesTogether() {
      return connection.extras.givesFilesTogether();
    },
    limitsRequests: () => connection.gateOf(connection.addresses.content).isLimiting(),
    fallAsleep: () => connection.exchanger.fallAsleep(),
    wakeUp: () => connection.wakeUp(),
    redact: (text) => redactor.redact(text),
    async close() {
      closing.abort();
      connection.exchanger.close();
    },
  };
}

async function* cleaned(
  bytes: AsyncIterable<Uint8Array>,
  clean: (thrown: unknown) => Promise<AppError>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* bytes;
  } catch (thrown) {
    throw await clean(thrown);
  }
}

/** Signals that end with the client too; one for all calls that share a caller's signal. */
function createJoinedSignals(closing: AbortSignal): (own: AbortSignal | undefined) => AbortSignal {
  const joined = new WeakMap<AbortSignal, AbortSignal>();
  return (own) => {
    if (own === undefined) return closing;
    const known = joined.get(own) ?? AbortSignal.any([closing, own]);
    joined.set(own, known);
    return known;
  };
}
