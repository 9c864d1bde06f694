import { implement } from '@orpc/server';
import { windowContract } from '../../shared/rpc/contract.ts';
import { withWireErrors } from './wire-error.ts';

/** The procedures of the window contract, to be given their handlers; what a handler throws crosses as its code. */
export const procedures = implement(windowContract).use(withWireErrors);
