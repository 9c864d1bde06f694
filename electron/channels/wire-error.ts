import { ORPCError, type ClientLink } from '@orpc/client';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import { errorRecord } from '../../shared/rpc/error-record.ts';

/** What a call threw, as it crosses a wire: its code and detail, and nothing else of it. */
export function toWireError(thrown: unknown): ORPCError<string, unknown> {
  if (thrown instanceof ORPCError) return thrown as ORPCError<string, unknown>;
  const error = toAppError(thrown);
  return new ORPCError('APP_ERROR', { status: 422, defined: true, data: error.toRecord(), message: error.message });
}

/** For `use`: what a handler throws crosses as its code. */
export async function withWireErrors<T>({ next }: { readonly next: () => T | PromiseLike<T> }): Promise<T> {
  try {
    return await next();
  } catch (thrown) {
    throw toWireError(thrown);
  }
}

/** What came over a wire, as the `AppError` it was at the other end. */
export function fromWireError(thrown: unknown): AppError {
  const record = thrown instanceof ORPCError ? errorRecord.safeParse(thrown.data) : undefined;
  if (!record?.success) return toAppError(thrown);
  const { code, detail } = record.data;
  return new AppError(code, { cause: thrown, detail });
}

type Link = ClientLink<Record<never, never>>;

/** A link whose calls reject with the `AppError` of the other end. */
export function withAppErrors(link: Link): Link {
  return {
    call: async (path, input, options) => {
      try {
        return await link.call(path, input, options);
      } catch (thrown) {
        throw fromWireError(thrown);
      }
    },
  };
}
