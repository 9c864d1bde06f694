import type { RemoteCaller, ViewCaller } from '../../../shared/api/caller.ts';
import type { KeychainState, SecretPlace } from '../../../shared/model/keychain.ts';
import type { Program } from '../../../shared/model/program.ts';
import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import type { BundleRecord, DiagnosisRecord } from '../../../shared/rpc/diagnosis.ts';
import type { BudgetMemory, RequestsSpent } from '../../../shared/rpc/request-budget.ts';
import type { ImportResult } from '../../../shared/rpc/import-records.ts';
import type { ExaminedState } from './examined-state.ts';

/** What a diagnosis takes from an engine. */
export interface ExaminedEngine {
  /** @throws AppError `state-damaged` */
  readState(): Promise<ExaminedState | undefined>;
  service(): Promise<SessionAddress | undefined>;
  /** Where the embedded service answers, while it is the one in use. */
  embeddedAddress(): string | undefined;
  secrets(): Promise<ExaminedSecrets>;
}

/** What the keychain is like, and where the secrets of the connection come from. */
interface ExaminedSecrets extends Readonly<Record<SecretName, SecretPlace>> {
  readonly state: KeychainState;
}

/** Looks at this computer, the engine and its service. Nothing is changed. */
export interface Diagnostics {
  examine(engine: ExaminedEngine): Promise<DiagnosisRecord>;
  /** What support needs, without anything a person, a file or a service named. */
  bundle(engine: ExaminedEngine): Promise<BundleRecord>;
}

/** The same of one engine, as it is asked for. */
export interface DiagnosticCalls {
  run(): Promise<DiagnosisRecord>;
  bundle(): Promise<BundleRecord>;
}

export type SecretName = 'clientSecret' | 'licenseCode';

/**
 * The system keychain; where it cannot be used, secrets last as long as the app runs and `keychain` says so. Every secret
 * belongs to the origins it was given for (`connectionOrigins`) and is not there for any others.
 */
export interface SecretsPort {
  get(name: SecretName, boundTo: string): Promise<string | undefined>;
  set(name: SecretName, value: string | undefined, boundTo: string): Promise<void>;
  /** Where `get` has it from. */
  placeOf(name: SecretName, boundTo: string): Promise<SecretPlace>;
  /** Finds out whether the keychain can be used; `keychain` tells it then. */
  probe(): Promise<KeychainState>;
  readonly keychain: KeychainState;
}

/** A client of the service with a life of its own. */
export interface ServiceSession extends RemoteCaller {
  /** Signs in again before the next call. */
  forgetToken(): void;
  /** How far the limit of the service is used up; `undefined` while none is known. */
  requestsSpent(): RequestsSpent | undefined;
  /** Has the next call make a new connection. */
  dropIdle(): void;
  close(): Promise<void>;
}

export interface SessionAddress {
  readonly contentAddress: string;
  readonly dataAddress?: string | undefined;
  readonly tokenAddress?: string | undefined;
  readonly clientId: string;
  /** Whether a person accepted plain `http:` to another computer. */
  readonly allowHttp?: boolean;
  /** The secrets for these addresses. */
  readonly secrets: {
    readonly clientSecret: () => Promise<string | undefined>;
    readonly licenseCode: () => Promise<string | undefined>;
  };
}

/** What of a session outlives it. */
export interface SessionMemory {
  /** Where the limits of an account are kept. */
  readonly limits: (account: string) => BudgetMemory;
}

/** What people's views ask: the service, and where it cannot be asked what it answered before. */
export interface ServiceViews extends ViewCaller {
  /** Forgets everything that this service answered: somebody signed out. */
  forgetAnswers(): void;
}

/** Whom a service answers: what it answered to one is never shown to another. */
type AnsweredTo = Pick<SessionAddress, 'dataAddress' | 'clientId'> & {
  readonly secrets: Pick<SessionAddress['secrets'], 'licenseCode'>;
};

/** Keeps what services answer, on this computer, for this user alone. */
export interface MirrorPort {
  /** @param serviceId of a service elsewhere; without, of one that runs inside and can always be asked */
  viewsOf(service: RemoteCaller, whom: AnsweredTo, serviceId: string | undefined): ServiceViews;
  /** How large it may be from now on. */
  limitTo(megabytes: number): void;
  close(): void;
}

/** Files of product data that can be imported. */
export interface PreparedImport {
  /** Their names, in the order in which they are read. */
  readonly files: readonly string[];
  /**
   * Imports them, once, all or nothing. What ends it early, the signal included, is the `error` of the result.
   * @param onProgress place of the file in `files`, and how much of it has been read, 0 … 1
   */
  run(signal: AbortSignal, onProgress: (place: number, fraction: number) => void): Promise<ImportResult>;
}

/** The local implementation of the service, as the app runs it inside. */
export interface EmbeddedServicePort {
  /** Starts it, or returns the one that runs. */
  start(): Promise<SessionAddress>;
  /** Loads the demo products; loading again changes nothing. */
  loadDemoProducts(): Promise<void>;
  /** The products that match a text, the best match first, as records without features. */
  searchProducts(text: string, limit: number, languageCode: string | undefined): Promise<readonly CadProduct[]>;
  /**
   * Looks at files of product data; nothing is imported yet.
   * @param languageCode language of texts that do not say theirs
   * @throws AppError `import-file-unreadable`, or `invalid-request` for a path that is not a full one
   */
  prepareImport(paths: readonly string[], languageCode: string): Promise<PreparedImport>;
  close(): Promise<void>;
}

/** What the program around the engine can do for a person; in a browser some of it cannot be done. */
export interface ShellPort {
  open(absolutePath: string): Promise<void>;
  reveal(absolutePath: string): Promise<void>;
  /** `supported: false` where there is no dialog for it. */
  chooseFolder(): Promise<{ readonly supported: boolean; readonly root?: string | undefined }>;
}

/** What the application around the engine needs from its host. */
export interface HostPorts {
  readonly host: 'electron' | 'browser';
  readonly platform: string;
  readonly productVersion: string;
  readonly secrets: SecretsPort;
  readonly openSession: (address: SessionAddress & SessionMemory) => ServiceSession;
  readonly mirror: MirrorPort;
  readonly embedded: EmbeddedServicePort;
  readonly diagnostics: Diagnostics;
  readonly shell: ShellPort;
  readonly demo: {
    /** Absolute path of the folder for the demo library. */
    readonly folder: string;
    readonly programs: readonly Program[];
    /** Writes the demo's CAD files into `folder`; never over an existing one. */
    write(): Promise<void>;
  };
}
