import type { OperationId } from '../../../shared/api/contract.ts';
import type { AuditedAct } from '../../../shared/api/operation.ts';

/** Something that a client did and others see. Holds no file names, no comments and no secrets. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tenantId: string;
  readonly clientId: string;
  readonly act: AuditedAct;
  readonly operation: OperationId;
  /** What it was done to: content keys with versions, ids of blobs, of projects with tickets, or of products. */
  readonly subjects: readonly string[];
}

/** Who did what and when. */
export interface AuditTrail {
  /** Notes what was done; durable when this resolves. */
  note(entry: AuditEntry): Promise<void>;
}
