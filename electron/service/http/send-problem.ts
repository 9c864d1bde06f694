import type { FastifyReply } from 'fastify';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { problemMediaType, toProblem } from '../../../shared/errors/problem.ts';
import { catalogue, type ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { OperationId } from '../../../shared/api/contract.ts';
import type { OperationShape } from '../../../shared/api/operation.ts';
import { orServiceFull } from '../full-disk.ts';

/** A failure of the service's own, for whoever runs it: callers learn nothing of it but that it happened. */
export interface ServiceProblem {
  /** Path of the request, without license codes. */
  readonly instance: string;
  /** The operation that failed, where it was one. */
  readonly operation: OperationId | undefined;
  /** With which the caller was answered; undefined where there was none. */
  readonly status?: number;
  readonly cause: unknown;
}

/** What the service works with does not answer: that passes, and is a failure all the same. */
const awayCodes: ReadonlySet<ErrorCode> = new Set([
  'service-busy',
  'file-store-away',
  'database-unreachable',
  'database-crowded',
]);

/** Failures of the service's own that callers are told as they are: they can do something about them. */
const toldCodes: ReadonlySet<ErrorCode> = new Set(['operation-not-served', 'bytes-lost', 'service-full']);

interface FailedRequest {
  readonly operation?: OperationId;
  readonly instance: string;
  readonly onProblem: (problem: ServiceProblem) => void;
}

interface ProblemContext extends FailedRequest {
  /** The statuses the operation lists; undefined where the path is no operation's. */
  readonly listed: OperationShape['errors'] | undefined;
}

/** Answers whatever was thrown as `application/problem+json`. */
export function sendProblem(reply: FastifyReply, failure: unknown, context: ProblemContext): FastifyReply {
  const thrown = orServiceFull(failure);
  const given = toAppError(thrown);
  const isOwn = isOwnFailure(given.code);
  const error = isOwn && !toldCodes.has(given.code) ? new AppError('internal-error') : given;
  const status = listedStatus(isOwn ? 500 : catalogue[given.code].status, context.listed);
  report(thrown, status, context);
  if (error.code === 'invalid-token') void reply.header('www-authenticate', 'Bearer error="invalid_token"');
  if (given.retryAfterMs !== undefined) void reply.header('retry-after', Math.ceil(given.retryAfterMs / 1_000));
  const problem = toProblem(error, context.instance, status);
  // Already written out: the framework would otherwise choose another content type.
  return reply.code(status).type(`${problemMediaType}; charset=utf-8`).send(JSON.stringify(problem));
}

/** Tells of what broke an answer off: its caller sees that it ends too early, and nothing else. */
export function reportBrokenOff(reply: FastifyReply, thrown: unknown, context: FailedRequest): void {
  // Before its first byte it is still answered as a problem; and who has gone breaks nothing.
  if (reply.raw.headersSent && toAppError(thrown).code !== 'cancelled') report(thrown, reply.statusCode, context);
}

function report(thrown: unknown, status: number, { instance, operation, onProblem }: FailedRequest): void {
  const { code } = toAppError(thrown);
  // Callers are told to come again; whoever runs the service has to know.
  if (isOwnFailure(code) || awayCodes.has(code)) onProblem({ instance, operation, status, cause: thrown });
}

function isOwnFailure(code: ErrorCode): boolean {
  const { status } = catalogue[code];
  return status === 0 || status === 500;
}

/** A bad request where 400 is not listed is answered as 404, and the other way round; the rest can happen anywhere. */
function listedStatus(usual: number, listed: readonly number[] | undefined): number {
  if (listed === undefined || listed.includes(usual)) return usual;
  if (usual === 400 && listed.includes(404)) return 404;
  if (usual === 404 && listed.includes(400)) return 400;
  return usual;
}
