import { implement } from '@orpc/server';
import { windowContract } from '../../shared/rpc/contract.ts';
import { toWireError } from './wire-error.ts';

/** The procedures of the window contract, to be given their handlers; what a handler throws crosses as its code. */
export const procedures = implement(windowContract).use(async ({ next }) => {
  try {
    return await next();
  } catch (thrown) {
    throw toWireError(thrown);
  }
});
