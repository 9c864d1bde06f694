import { AppError } from '../../../shared/errors/app-error.ts';

/** Reads the columns of a database row, refusing values of a type the schema does not allow. */
export interface Row {
  text(column: string): string;
  optionalText(column: string): string | undefined;
  number(column: string): number;
  optionalNumber(column: string): number | undefined;
}

export function rowOf(value: unknown): Row {
  const columns = value as Readonly<Record<string, unknown>>;
  const refuse = (column: string): never => {
    throw new AppError('state-unreadable', { detail: `The state database holds an unexpected value in ${column}.` });
  };
  return {
    text: (column) => {
      const found = columns[column];
      return typeof found === 'string' ? found : refuse(column);
    },
    optionalText: (column) => {
      const found = columns[column];
      return found === null ? undefined : typeof found === 'string' ? found : refuse(column);
    },
    number: (column) => {
      const found = columns[column];
      return typeof found === 'number' ? found : refuse(column);
    },
    optionalNumber: (column) => {
      const found = columns[column];
      return found === null ? undefined : typeof found === 'number' ? found : refuse(column);
    },
  };
}
