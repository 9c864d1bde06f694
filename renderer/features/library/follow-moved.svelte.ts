import { untrack } from 'svelte';
import type { PlacedFile } from '../../../shared/rpc/file-calls.ts';
import { visibleText } from '../../../shared/words/visible-text.ts';
import type { App } from '../../state/app.svelte.ts';
import type { FileHistory } from '../../state/file-history.svelte.ts';
import { aboutFile } from '../../state/unsent-comments.svelte.ts';

/** Has who looks at a file, and what they wrote of it, go along with it, and told so, when it is renamed or moved. */
export function followMoved(app: App, known: FileHistory, lead: (fileId: string) => void): void {
  $effect(() => {
    const { movedTo, detail } = known;
    if (movedTo && detail) untrack(() => follow(detail.file, movedTo));
  });

  function follow(before: PlacedFile, now: PlacedFile): void {
    const isRenamed = folderOf(before.path) === folderOf(now.path);
    const said = ({ path }: PlacedFile): string => visibleText(isRenamed ? path.slice(folderOf(path).length) : path);
    app.notices.done(app.texts.library.detail.standsElsewhere(said(before), said(now)));
    app.comments.move(aboutFile(before.fileId), aboutFile(now.fileId));
    lead(now.fileId);
  }
}

/** With its slash. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
