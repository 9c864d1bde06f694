import { untrack } from 'svelte';
import { visibleText } from '../../../shared/words/visible-text.ts';
import type { App } from '../../state/app.svelte.ts';
import type { FileHistory } from '../../state/file-history.svelte.ts';

/** Has who looks at a file go along with it, and told so, when it is renamed or moved meanwhile. */
export function followMoved(app: App, known: FileHistory, lead: (fileId: string) => void): void {
  $effect(() => {
    const { movedTo, detail } = known;
    if (movedTo && detail) untrack(() => follow(detail.file.path, movedTo.path, movedTo.fileId));
  });

  function follow(before: string, now: string, fileId: string): void {
    const isRenamed = folderOf(before) === folderOf(now);
    const said = (path: string): string => visibleText(isRenamed ? path.slice(folderOf(path).length) : path);
    app.notices.done(app.texts.library.detail.standsElsewhere(said(before), said(now)));
    lead(fileId);
  }
}

/** With its slash. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
