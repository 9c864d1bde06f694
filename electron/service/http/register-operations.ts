import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contract, operationIds, type OperationId } from '../../../shared/api/contract.ts';
import type { OperationShape } from '../../../shared/api/operation.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { Handler, Handlers } from '../handlers/handler.ts';
import { condenseFilterFaults } from './condense-filter-faults.ts';
import { operationInstance } from './problem-instance.ts';
import { readOperationRequest, type RequestReaderParts } from './read-operation-request.ts';
import { routePath } from './route-path.ts';
import { sendAnswer, type AnyAnswer } from './send-answer.ts';
import { sendProblem, type ServiceProblem } from './send-problem.ts';

/** What serving operations takes. */
export interface OperationParts extends RequestReaderParts {
  readonly handlers: Handlers;
  /** Resolves once the disk has everything that can be read now. */
  readonly settled: () => Promise<void>;
  readonly onProblem: (problem: ServiceProblem) => void;
}

/** Makes every operation of the contract reachable under its path. */
export function registerOperations(server: FastifyInstance, parts: OperationParts): void {
  for (const id of operationIds) {
    const { method, ...shape }: OperationShape = contract[id];
    server.route({
      method,
      url: routePath({ method, ...shape }),
      handler: (request, reply) => serve(id, request, reply, parts),
    });
  }
}

async function serve<Id extends OperationId>(
  id: Id,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: OperationParts,
): Promise<FastifyReply> {
  const shape: OperationShape = contract[id];
  try {
    const input = await readOperationRequest(id, request, parts);
    const handle: Handler<Id> = parts.handlers[id];
    const answer: AnyAnswer = await handle(input);
    const { takeTurn } = input;
    // What writes is answered when the disk has it, and with it all that it was decided on.
    const settled = shape.repeatable ? parts.settled : async () => undefined;
    return await sendAnswer({ request, reply }, shape.answer.kind, answer, { blobs: parts.blobs, settled, takeTurn });
  } catch (thrown) {
    letBodyPass(request, reply, parts.uploadIdleMs);
    // Who has stopped sending does not go on: the connection ends with the answer.
    if (isOf(thrown, 'body-stalled')) void reply.header('connection', 'close');
    const instance = operationInstance(shape, request.params as Record<string, string | undefined>, parts.licenseCodes);
    const problem = id === 'storeFilter' ? condenseFilterFaults(thrown, request.originalUrl) : thrown;
    // The caller has gone: nobody hears the answer, and nothing has failed.
    const onProblem = isOf(thrown, 'cancelled') ? () => undefined : parts.onProblem;
    return sendProblem(reply, problem, { instance, listed: shape.errors, onProblem });
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
