import type { FastifyReply } from 'fastify';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { problemMediaType, toProblem } from '../../../shared/errors/problem.ts';
import { catalogue } from '../../../shared/errors/catalogue.ts';
import type { OperationShape } from '../../../shared/api/operation.ts';

/** A failure of the service's own, for whoever runs it: callers learn nothing of it but that it happened. */
export interface ServiceProblem {
  /** Path of the request, without license codes. */
  readonly instance: string;
  readonly cause: unknown;
}

interface ProblemContext {
  readonly instance: string;
  /** The statuses the operation lists; undefined where the path is no operation's. */
  readonly listed: OperationShape['errors'] | undefined;
  readonly onProblem: (problem: ServiceProblem) => void;
}

/** Answers whatever was thrown as `application/problem+json`. */
export function sendProblem(reply: FastifyReply, thrown: unknown, context: ProblemContext): FastifyReply {
  const given = toAppError(thrown);
  const usual = catalogue[given.code].status;
  const isOwnFailure = usual === 0 || usual === 500;
  if (isOwnFailure) context.onProblem({ instance: context.instance, cause: thrown });
  const error = isOwnFailure && given.code !== 'operation-not-served' ? new AppError('internal-error') : given;
  const status = listedStatus(isOwnFailure ? 500 : usual, context.listed);
  if (error.code === 'invalid-token') void reply.header('www-authenticate', 'Bearer error="invalid_token"');
  const problem = toProblem(error, context.instance, status);
  // Already written out: the framework would otherwise choose another content type.
  return reply.code(status).type(`${problemMediaType}; charset=utf-8`).send(JSON.stringify(problem));
}

/** A bad request where 400 is not listed is answered as 404, and the other way round; the rest can happen anywhere. */
function listedStatus(usual: number, listed: readonly number[] | undefined): number {
  if (listed === undefined || listed.includes(usual)) return usual;
  if (usual === 400 && listed.includes(404)) return 404;
  if (usual === 404 && listed.includes(400)) return 400;
  return usual;
}
