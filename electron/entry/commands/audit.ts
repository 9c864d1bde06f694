import { once } from 'node:events';
import { AppError } from '../../../shared/errors/app-error.ts';
import { requireTenantId } from '../../service/auth/clients.ts';
import type { NotedEntry } from '../../service/store/postgres/office/audit-trail.ts';
import type { OfficeClients } from '../../service/store/postgres/office/clients.ts';
import { readPostgresDatabase } from '../../service/store/postgres/open-postgres-database.ts';
import { databaseUrlOf } from '../office-access.ts';
import { exitCodes } from './output.ts';
import { printable, printableJson } from './printable.ts';
import { wrong } from './wrong-request.ts';

/** The command line of `cadsync audit`; moments are milliseconds since 1970. */
export interface AuditCommandOptions {
  readonly tenant?: string;
  readonly client?: string;
  readonly since?: number;
  readonly until?: number;
  readonly json: boolean;
}

/**
 * Prints the audit trail of a service of several offices, a line for each entry.
 * @throws AppError of the database; `not-found` for an office or a client that there never was, `invalid-request`
 */
export async function auditCommand(address: string, options: AuditCommandOptions): Promise<number> {
  const { tenant: tenantId, client: clientId, since, until, json } = options;
  if (since !== undefined && until !== undefined && since >= until) {
    throw wrong('--since has to be before --until.');
  }
  const database = await readPostgresDatabase(databaseUrlOf(address), { maxConnections: 1 });
  try {
    await requireKnown(database.office.clients, { tenantId, clientId });
    for await (const page of database.office.audit.read({ tenantId, clientId, since, until })) {
      const text = page.map((entry) => `${json ? asJson(entry) : asText(entry)}\n`).join('');
      // A trail may be long: it is read as fast as it is taken, and for as long as somebody takes it.
      if (!process.stdout.write(text)) await untilTaken(process.stdout);
      if (!process.stdout.writable) break;
    }
    return exitCodes.done;
  } finally {
    await database.close();
  }
}

/** An empty answer would say that nothing was done by somebody whose name was misspelled. Those that were ended stay known. */
async function requireKnown(
  clients: Pick<OfficeClients, 'list'>,
  { tenantId, clientId }: { readonly tenantId: string | undefined; readonly clientId: string | undefined },
): Promise<void> {
  if (tenantId === undefined && clientId === undefined) return;
  if (tenantId !== undefined) requireTenantId(tenantId);
  const known = await clients.list(tenantId);
  if (tenantId !== undefined && known.length === 0)
    throw new AppError('not-found', { detail: `No client works or worked for ${tenantId}.` });
  if (clientId === undefined || known.some((client) => client.clientId === clientId)) return;
  const where = tenantId === undefined ? '' : ` for ${tenantId}`;
  throw new AppError('not-found', { detail: `There is and was no client ${clientId}${where}.` });
}

async function untilTaken(stream: NodeJS.WriteStream): Promise<void> {
  // Whoever read it may have read enough: that is no failure.
  await Promise.race([once(stream, 'drain'), once(stream, 'close')]).catch(() => undefined);
}

function asJson({ at, ...entry }: NotedEntry): string {
  return printableJson({ at: new Date(at).toISOString(), ...entry });
}

function asText(entry: NotedEntry): string {
  const { at, tenantId, clientId, act, operation, subjects } = printable(entry);
  return `${new Date(at).toISOString()} ${tenantId} ${clientId} ${act} (${operation}): ${subjects.join(', ')}`;
}
