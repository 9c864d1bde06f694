import { partName } from '../../../shared/model/part-name.ts';
import { pathIn } from './folder-of.ts';

/** Where a download arrives: next to its place. */
export function partPath(folder: string, id: string): string {
  return pathIn(folder, partName(id));
}
