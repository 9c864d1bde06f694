import { contentKeyOf } from '../../../shared/api/content-key-of.ts';
import type { OperationId } from '../../../shared/api/contract.ts';
import type { CadContentVersions, CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { formatContentKey, readContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import type { Parsed } from '../../../shared/model/parsed.ts';

/** A request that was answered, without its operation's own types. */
export interface Answered {
  readonly params: unknown;
  readonly body: unknown;
  readonly value?: unknown;
}

/** More of one request are told as their number. */
const mostSubjects = 100;

/** What an operation was done to, as its answer or its path names it. */
export function auditedSubjects(id: OperationId, answered: Answered): readonly string[] {
  const subjects = allSubjects(id, answered);
  if (subjects.length <= mostSubjects) return subjects;
  return [...subjects.slice(0, mostSubjects), `and ${subjects.length - mostSubjects} more`];
}

function allSubjects(id: OperationId, { params, body, value }: Answered): readonly string[] {
  switch (id) {
    case 'storeMetadata':
      return (value as readonly CadMetadata[]).map((record) => versionOf(contentKeyOf(record), record));
    case 'release': {
      const { current } = value as CadContentVersions;
      // A request that names no language may have released the file of one.
      const key = readContentKey(params as Parameters<typeof readContentKey>[0], current?.languagecode);
      return [versionOf(key, { majorVersion: current?.major, minorVersion: current?.minor })];
    }
    case 'storeFile':
    case 'storeValidationFile':
    case 'storeFilter':
      return [String(value)];
    case 'storeStandard':
    case 'setBimReady':
      return Object.keys((id === 'setBimReady' ? body : value) as object);
    default:
      return [ticketOf({ ...(body as Ticket | undefined), ...(params as Ticket) }, value)];
  }
}

function versionOf(
  key: Parsed<ContentKey>,
  { majorVersion, minorVersion }: Pick<CadMetadata, 'majorVersion' | 'minorVersion'>,
): string {
  return `${key.ok ? formatContentKey(key.value) : 'a file'} ${majorVersion}.${minorVersion}`;
}

interface Ticket {
  readonly projectId?: string;
  readonly ticketNumber?: string | undefined;
}

/** A ticket number that the request did not have is its answer. */
function ticketOf({ projectId = '', ticketNumber }: Ticket, value: unknown): string {
  return `${projectId} ${ticketNumber || (typeof value === 'string' ? value : '')}`.trim();
}
