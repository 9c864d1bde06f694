import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contract, operationIds, type OperationId } from '../../../shared/api/contract.ts';
import type { AuditedAct, OperationShape } from '../../../shared/api/operation.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { auditedSubjects, type Answered } from '../audit/audited-subjects.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Client, Clients } from '../auth/clients.ts';
import type { IdentifyClient } from '../auth/identify-client.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Handler } from '../handlers/handler.ts';
import type { TenantOf } from '../served-tenant.ts';
import { createBeginInTurn, type BeginInTurn } from './begin-in-turn.ts';
import { createBodyRoom } from './body-room.ts';
import { condenseFilterFaults } from './condense-filter-faults.ts';
import { operationInstance } from './problem-instance.ts';
import { readOperationRequest, type RequestReaderParts } from './read-operation-request.ts';
import { routePaths } from './route-path.ts';
import { sendAnswer, type AnyAnswer } from './send-answer.ts';
import { reportBrokenOff, sendProblem, type ServiceProblem } from './send-problem.ts';

/** What serving operations takes. */
export interface OperationParts extends Omit<RequestReaderParts, 'receive' | 'keep'> {
  readonly identify: IdentifyClient;
  readonly hideLicenses: Clients['hideLicenses'];
  readonly tenantOf: TenantOf;
  readonly audit: AuditTrail | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onProblem: (problem: ServiceProblem) => void;
}

interface ServingParts extends OperationParts {
  readonly beginInTurn: BeginInTurn;
  readonly holdBody: ReturnType<typeof createBodyRoom>;
}

/** Makes every operation of the contract reachable under its path. */
export function registerOperations(server: FastifyInstance, operationParts: OperationParts): void {
  const parts: ServingParts = { ...operationParts, beginInTurn: createBeginInTurn(), holdBody: createBodyRoom() };
  for (const id of operationIds) {
    const shape: OperationShape = contract[id];
    for (const url of routePaths(shape)) {
      server.route({
        method: shape.method,
        url,
        config: { countedAs: id },
        handler: (request, reply) => serve(id, request, reply, parts),
      });
    }
  }
}

async function serve<Id extends OperationId>(
  id: Id,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServingParts,
): Promise<FastifyReply> {
  const shape: OperationShape = contract[id];
  const params = request.params as Record<string, string | undefined>;
  const instance = (): string => operationInstance(shape, params, parts.hideLicenses);
  try {
    await parts.beginInTurn();
    const client = await parts.identify(request);
    const { handlers, blobs, shelf, settled } = await parts.tenantOf(client);
    // Whoever went away in the line is not waited for: readers of forms would, until they give up.
    if (request.raw.destroyed && !request.raw.readableEnded) throw new AppError('cancelled');
    const receive: Blobs['receive'] = (bytes, maxBytes) => blobs.receive(bytes, maxBytes);
    const reading = { ...parts, client, receive, keep: shelf?.keep, holdBytes: parts.holdBody(reply) };
    const input = await readOperationRequest(id, request, reading);
    const handle: Handler<Id> | undefined = handlers[id];
    if (!handle) throw new AppError('invalid-token');
    const answer: AnyAnswer = await handle(input);
    if (client && shape.audited) await noteDone({ id, act: shape.audited, client }, { ...input, ...answer }, parts);
    const onBrokenOff = (cause: Error): void =>
      reportBrokenOff(reply, cause, { operation: id, instance: instance(), onProblem: parts.onProblem });
    return await sendAnswer({ request, reply, onBrokenOff }, shape.answer.kind, answer, {
      open: (blob, range) => blobs.open(blob, range),
      // What writes is answered when the disk has it, and with it all that it was decided on.
      settled: shape.repeatable ? settled : async () => undefined,
      takeTurn: input.takeTurn,
    });
  } catch (thrown) {
    letBodyPass(request, reply, parts.uploadIdleMs);
    // Who has stopped sending does not go on: the connection ends with the answer.
    if (isOf(thrown, 'body-stalled')) void reply.header('connection', 'close');
    const problem = id === 'storeFilter' ? condenseFilterFaults(thrown, request.originalUrl) : thrown;
    // The caller has gone: nobody hears the answer, and nothing has failed.
    const onProblem = isOf(thrown, 'cancelled') ? () => undefined : parts.onProblem;
    return sendProblem(reply, problem, { operation: id, instance: instance(), listed: shape.errors, onProblem });
  }
}

interface Done {
  readonly id: OperationId;
  readonly act: AuditedAct;
  readonly client: Client;
}

/** What was done is done: a trail that cannot be written is told to whoever runs the service, and undoes nothing. */
async function noteDone(
  { id, act, client }: Done,
  answered: Answered,
  { audit, now, onProblem }: OperationParts,
): Promise<void> {
  if (!audit) return;
  try {
    const subjects = auditedSubjects(id, answered);
    const { tenantId, clientId } = client;
    await audit.note({ at: now(), tenantId, clientId, act, operation: id, subjects });
  } catch (cause) {
    onProblem({ instance: 'the audit trail', operation: id, cause });
  }
}

function isOf(thrown: unknown, code: ErrorCode): boolean {
  return thrown instanceof AppError && thrown.code === code;
}

/**
 * What is still arriving of a refused body is read and dropped, as long as it arrives: a caller that cannot finish
 * sending sees no answer.
 */
function letBodyPass({ raw }: FastifyRequest, reply: FastifyReply, idleMs: number): void {
  if (raw.readableEnded) return;
  raw.unpipe();
  raw.resume();
  // With the answer the connection gets the long time limit of one that waits for its next request, which then lifts it.
  reply.raw.once('finish', () => {
    if (!raw.complete) raw.socket.setTimeout(idleMs);
  });
}
