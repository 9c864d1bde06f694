import type { AppError } from '../../../shared/errors/app-error.ts';
import type { OutgoingFile, ViewCaller } from '../../../shared/api/caller.ts';
import type { AddInCredentials } from '../../../shared/rpc/add-in-records.ts';
import type { WaitingWrite } from '../../../shared/rpc/waiting-writes.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import type { ServiceAtHand } from './connection-ports.ts';

/** Something that was written and that the service does not have yet. */
export interface KeptWrite extends Omit<WaitingWrite, 'madeAtMs' | 'otherService'> {
  readonly serviceId: string;
  readonly madeMs: number;
  /** The id that others know it by meanwhile. */
  readonly gives: string | undefined;
  /** Of a validation that is asked for, with what is to be validated: the service may have another one of that number. */
  readonly ticket?: AskedTicket | undefined;
}

/** Tickets are numbered by project. */
export interface AskedTicket {
  readonly projectId: string;
  readonly ticketNumber: string;
  readonly selectionBlobId?: string | undefined;
}

/** A service that add-ins are answered by. */
export interface AddInDoor {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  close(): Promise<void>;
}

/** What people and add-ins wrote while the service could not be asked; it goes out by itself. */
export interface KeptWrites {
  list(): readonly KeptWrite[];
  /** The service for a person: what cannot be written now waits here. */
  readonly personal: ViewCaller;
  /** What an id that was given meanwhile is at a service; `undefined` for any other id, and while nobody knows. */
  meaningOf(serviceId: string, id: string): string | undefined;
  /** What waits for a service and needs no person, as a person calls it. */
  waitingFor(serviceId: string | undefined): readonly string[];
  /** Goes on with what waits, as far as can be. */
  run(): Promise<void>;
  /** Tries again what was refused: one of them, or all. */
  retry(writeId?: number): void;
  /** Gives it up, with all that cannot be done without it. */
  discard(writeId: number): Promise<void>;
  /** Answers add-ins on the loopback address. @throws AppError `port-in-use` */
  serve(door: AddInCredentials & { readonly port: number }): Promise<AddInDoor>;
  close(): Promise<void>;
}

interface WritesOpening {
  readonly connected: () => ServiceAtHand | undefined;
  /** Whether what waits goes out from here. */
  readonly sends: boolean;
  /** What is known of the way to it; what happens to add-ins is noted there, too. */
  readonly reach: Pick<ConnectionGate, 'mayTry' | 'nextTryMs' | 'noteSuccess' | 'noteFailure'>;
  readonly tell: (news: WriteNews) => void;
}

/** Of what waited, as far as it is told. */
export interface EndedWrite extends Pick<KeptWrite, 'title' | 'madeBy' | 'serviceId'> {
  readonly operation: string;
  readonly gives?: string | undefined;
}

/** What became of something that waits. */
export type WriteNews =
  | { readonly kind: 'queued' }
  | {
      readonly kind: 'sent' | 'refused';
      readonly write: EndedWrite;
      readonly error?: AppError;
    };

/** What answers add-ins, on this computer. */
export interface AddInsPort {
  /** What their secrets are for, in the keychain. */
  readonly boundTo: string;
  /** A file of the person's to be sent. @throws AppError `invalid-request`, `empty-file` */
  readonly openFile: (path: string) => Promise<OutgoingFile>;
  /** Whether anything was ever written. */
  hasWrites(): boolean;
  /** @throws AppError `writes-unreadable` */
  open(opening: WritesOpening): KeptWrites;
}
