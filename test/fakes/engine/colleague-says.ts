import {
  formatLinks,
  linksFileName,
  readLinks,
  type FileLink,
  type LinksFileContent,
} from '../../../electron/engine/tree/library-links.ts';
import { namedClass } from './assign-class.ts';
import type { World } from './world.ts';

/** A colleague's computer writes into the links file of which class a file is. */
export function colleagueSays({ disk }: Pick<World, 'disk'>, path: string, classCode: string): void {
  const text = disk.text(linksFileName);
  const { links, others }: LinksFileContent = text === undefined ? { links: new Map(), others: {} } : readLinks(text);
  disk.write(
    linksFileName,
    formatLinks({ links: new Map<string, FileLink>([...links, [path, namedClass(classCode)]]), others }),
  );
}
