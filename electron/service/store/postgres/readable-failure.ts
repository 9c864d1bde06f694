import pg from 'pg';
import { AppError } from '../../../../shared/errors/app-error.ts';

/** Classes and codes of PostgreSQL's errors that pass: connection lost, shutting down, too slow, standby. */
const passing = /^(08|57P|57014|25P03|25006|55P03|40)/;

/** Too many connections: unlike the others, this is mended by whoever runs the database. */
const crowded = '53300';

/** Who asks is not let in, or there is no such database. */
const refusing = /^(28|3D000|42501)/;

/** What a statement or connection failed with, as an error of the catalogue where the database is not to be reached or refuses. */
export function readableFailure(thrown: unknown): unknown {
  if (thrown instanceof pg.DatabaseError) {
    const { code = '', message } = thrown;
    if (refusing.test(code)) return new AppError('database-refused', { cause: thrown, detail: `${message}.` });
    if (code === crowded) return new AppError('database-crowded', { cause: thrown });
    return passing.test(code) ? new AppError('database-unreachable', { cause: thrown }) : thrown;
  }
  // Mistakes of ours, rather than of the connection.
  if (!(thrown instanceof Error) || thrown instanceof TypeError || thrown instanceof RangeError) return thrown;
  if (thrown.message.startsWith('SASL')) {
    return new AppError('database-refused', { cause: thrown, detail: passwordFault(thrown.message) });
  }
  return thrown instanceof AppError ? thrown : new AppError('database-unreachable', { cause: thrown });
}

/** Which of them it is stands in the driver's message only. */
function passwordFault(message: string): string {
  return /client password must be a/.test(message)
    ? 'It asks for a password, and none was given.'
    : 'It and this program know no common way to prove a password.';
}
