import { fileColumns, type FileColumn } from '../../shared/rpc/file-columns.ts';
import type { FileSort } from '../../shared/rpc/file-sort.ts';
import { keep, kept } from './remembered-choice.svelte.ts';

/** Which columns the table of files has and how it is sorted, as this window remembers it. */
export interface TableLayout {
  readonly columns: readonly FileColumn[];
  readonly sort: FileSort | undefined;
  /** Shows or hides a column; the name is always there. */
  readonly toggle: (column: FileColumn) => void;
  /** Sorts by a column: upwards, then downwards, then by class again. */
  readonly sortBy: (column: FileColumn) => void;
}

const columnsName = 'library-columns';
const sortName = 'library-sort';

export function createTableLayout(): TableLayout {
  let columns = $state.raw(readColumns(kept(columnsName)));
  let sort = $state.raw(readSort(kept(sortName)));
  return {
    get columns() {
      return columns;
    },
    get sort() {
      return sort;
    },
    toggle(column) {
      if (column === 'name') return;
      const isShown = columns.includes(column);
      columns = fileColumns.filter((one) => (one === column ? !isShown : columns.includes(one)));
      keep(columnsName, columns.join(' '));
    },
    sortBy(column) {
      sort = nextSort(sort, column);
      keep(sortName, sort ? `${sort.column} ${sort.descending ? 'down' : 'up'}` : '');
    },
  };
}

function nextSort(before: FileSort | undefined, column: FileColumn): FileSort | undefined {
  if (before?.column !== column) return { column, descending: false };
  return before.descending ? undefined : { column, descending: true };
}

/** What is kept may be of another version of this window. */
function readColumns(text: string | null): readonly FileColumn[] {
  if (text === null) return fileColumns;
  const names = text.split(' ');
  return fileColumns.filter((column) => column === 'name' || names.includes(column));
}

function readSort(text: string | null): FileSort | undefined {
  const [name, way] = (text ?? '').split(' ');
  const column = fileColumns.find((one) => one === name);
  return column && { column, descending: way === 'down' };
}
