import type { OutgoingFile } from '../../../shared/api/caller.ts';
import type { KeychainState } from '../../../shared/model/keychain.ts';
import type { Program } from '../../../shared/model/program.ts';
import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import type { ClassHit, ClassQuestion } from '../../../shared/model/class-search.ts';
import type { BundleRecord, DiagnosisRecord } from '../../../shared/rpc/diagnosis.ts';
import type { ImportResult } from '../../../shared/rpc/import-records.ts';
import type { RunningHash } from '../moving/move-parts.ts';
import type { ChosenPlace } from '../state/saving-errands.ts';
import type { ExaminedState } from './examined-state.ts';
import type {
  MirrorPort,
  ProxySignIns,
  SecretPlaces,
  SecretsPort,
  ServiceSession,
  SessionAddress,
  SessionMemory,
} from './connection-ports.ts';
import type { AddInsPort } from './add-in-ports.ts';
import type { LooksPort, PicturesPort } from './picture-ports.ts';

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
interface ExaminedSecrets extends SecretPlaces {
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
  /** The programs of which it has CAD files, each with its version. */
  programs(): Promise<readonly Program[]>;
  /** Loads the demo products; loading again changes nothing. */
  loadDemoProducts(): Promise<void>;
  /**
   * The products that match a text, the best match first, as records without features.
   * @throws AppError `cancelled` once nobody waits for them any more
   */
  searchProducts(
    text: string,
    limit: number,
    languageCode: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<readonly CadProduct[]>;
  /** The classes of the imported model that a text means, the likeliest first. */
  searchClasses(asked: ClassQuestion): Promise<readonly ClassHit[]>;
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
  /**
   * Where a file is to be saved. The desktop asks the person; in a browser it is a free name in the folder for downloads.
   * `undefined` where the person chose no place.
   */
  chooseSavePlace(suggestedName: string): Promise<ChosenPlace | undefined>;
}

/** Files outside of libraries that a person names. */
export interface PersonFilesPort {
  /**
   * A file to send.
   * @throws AppError `invalid-request` where the path is not a full one or names no file, `empty-file`
   */
  open(path: string): Promise<OutgoingFile>;
  /**
   * Saves what arrives: nothing is seen at the place before all of it is there, and what breaks off leaves nothing.
   * @returns its size in bytes
   * @param place with the time at which a person agreed that the file there is replaced: one that changed since is not
   * @throws AppError `place-taken`, `place-not-writable`, `disk-full`, `file-in-use`, and what the bytes throw
   */
  save(
    place: ChosenPlace & { readonly agreedMs?: number },
    bytes: AsyncIterable<Uint8Array>,
    onProgress: (sizeBytes: number) => void,
  ): Promise<number>;
  /** The file that stands there: its size, and when it was last touched. */
  look(path: string): Promise<{ readonly sizeBytes: number; readonly changedMs: number } | undefined>;
}

/** What the application around the engine needs from its host. */
export interface HostPorts {
  readonly host: 'electron' | 'browser';
  readonly platform: string;
  readonly productVersion: string;
  readonly secrets: SecretsPort;
  readonly openSession: (address: SessionAddress & SessionMemory) => ServiceSession;
  readonly proxies: ProxySignIns;
  readonly mirror: MirrorPort;
  readonly pictures: PicturesPort;
  readonly looks: LooksPort;
  readonly newHash: () => RunningHash;
  readonly embedded: EmbeddedServicePort;
  readonly addIns: AddInsPort;
  readonly diagnostics: Diagnostics;
  readonly shell: ShellPort;
  readonly files: PersonFilesPort;
  readonly demo: {
    /** Absolute path of the folder for the demo library. */
    readonly folder: string;
    readonly programs: readonly Program[];
    /** Writes the demo's CAD files into `folder`; never over an existing one. */
    write(): Promise<void>;
  };
}
