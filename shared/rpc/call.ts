import { oc } from '@orpc/contract';
import { errorRecord } from './error-record.ts';

/** Every call may fail with an error of the catalogue; it crosses the wire as its code and detail. */
export const call = oc.errors({ APP_ERROR: { status: 422, data: errorRecord } });
