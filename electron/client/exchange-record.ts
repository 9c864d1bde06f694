import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { redactUrl } from './operation-url.ts';
import type { OutgoingRequest, ExchangeOutcome } from './exchange.ts';
import type { OperationShape } from '../../shared/api/operation.ts';

/** One request that was made, as it may stand in a log. */
export interface ExchangeRecord {
  readonly method: string;
  /** With the license code hidden. */
  readonly url: string;
  /** Status of the answer, or why there was none. */
  readonly result: number | ErrorCode;
  /** Until the headers of the answer. */
  readonly durationMs: number;
}

/** Describes a request and what became of it. */
export function describeExchange(
  operation: OperationShape,
  request: OutgoingRequest,
  outcome: ExchangeOutcome,
  durationMs: number,
): ExchangeRecord {
  return {
    method: request.method,
    url: redactUrl(operation, request.url),
    result: outcome.kind === 'answered' ? outcome.answer.status : outcome.error.code,
    durationMs,
  };
}
