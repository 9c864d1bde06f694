import { AppError } from '../../../shared/errors/app-error.ts';

/** Reads the columns of a database row, refusing values of a type the schema does not allow. */
export interface Row {
  text(column: string): string;
  optionalText(column: string): string | undefined;
  number(column: string): number;
  optionalNumber(column: string): number | undefined;
}

class ColumnRow implements Row {
  readonly #columns: Readonly<Record<string, unknown>>;

  constructor(columns: Readonly<Record<string, unknown>>) {
    this.#columns = columns;
  }

  text(column: string): string {
    const found = this.#columns[column];
    return typeof found === 'string' ? found : refuse(column);
  }

  optionalText(column: string): string | undefined {
    return this.#columns[column] === null ? undefined : this.text(column);
  }

  number(column: string): number {
    const found = this.#columns[column];
    return typeof found === 'number' ? found : refuse(column);
  }

  optionalNumber(column: string): number | undefined {
    return this.#columns[column] === null ? undefined : this.number(column);
  }
}

export function rowOf(value: unknown): Row {
  return new ColumnRow(value as Readonly<Record<string, unknown>>);
}

function refuse(column: string): never {
  throw new AppError('state-unreadable', { detail: `The state database holds an unexpected value in ${column}.` });
}
