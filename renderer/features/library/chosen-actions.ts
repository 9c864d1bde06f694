import { fileActionNames, fileActions, type FileActionName } from '../../../shared/rpc/actions.ts';
import { mostAssignedAtOnce } from '../../../shared/rpc/assignment-limits.ts';
import type { ChosenFile } from '../../../shared/rpc/file-sort.ts';
import { fileActionWords } from '../../../shared/words/actions.ts';
import type { App } from '../../state/app.svelte.ts';
import { resolveAll } from './resolve-conflicts.ts';
import { restoreFiles } from './restore-files.ts';

/** Something that can be done with files that are chosen. */
export interface ChosenAction {
  readonly name: FileActionName;
  readonly label: string;
  readonly keys: readonly string[];
  /** Those of them that it concerns. */
  readonly files: readonly ChosenFile[];
  /** Resolves once it is carried out, or its failure is shown. */
  readonly act: () => Promise<unknown>;
}

/** What is not done at once but in the panel next to the list: one file's own, or that of all that are chosen. */
export interface ChosenLeads {
  readonly topublish: () => void;
  readonly toassign: (files: readonly ChosenFile[]) => void;
}

/** As many windows of programs or folders a person may mean to open at once. */
const mostOpened = 10;

/** What can be done with the chosen files, each with those that it concerns. */
export function actionsFor(app: App, chosen: readonly ChosenFile[], leads: ChosenLeads): ChosenAction[] {
  return fileActionNames.flatMap((name) => {
    const files = concerned(name, chosen);
    if (files.length === 0) return [];
    const word = fileActionWords[app.language][name];
    const label = files.length === chosen.length ? word : `${word} (${app.formats.number(files.length)})`;
    return [{ name, label, keys: fileActions[name], files, act: actOf(app, name, files, leads) }];
  });
}

function concerned(name: FileActionName, chosen: readonly ChosenFile[]): readonly ChosenFile[] {
  switch (name) {
    case 'look':
      return chosen.length === 1 ? chosen.filter(({ state }) => state !== 'removedHere') : [];
    case 'open':
    case 'reveal':
      return chosen.length > mostOpened ? [] : chosen.filter(({ state }) => state !== 'removedHere');
    case 'publish':
      return chosen.filter(({ isPublishable, key }) => isPublishable && key !== undefined);
    case 'assign':
      return assignable(chosen.filter(({ state }) => state === 'unassigned'));
    case 'versions':
      return chosen.length === 1 ? chosen.filter(({ key }) => key !== undefined) : [];
    case 'keepMine':
    case 'takeTheirs':
      return chosen.filter(({ state }) => state === 'conflict');
    case 'restore':
      return chosen.filter(({ state }) => state === 'removedHere');
    case 'tryNow':
      return chosen;
  }
}

/** A person says what files of one library show, and of so many at once. */
function assignable(files: readonly ChosenFile[]): readonly ChosenFile[] {
  return whyNotAssignable(files) === undefined ? files : [];
}

/** Why nobody can say at once what the chosen files show that have no class yet; `undefined` where they can. */
export function whyNotAssignable(chosen: readonly ChosenFile[]): 'severalLibraries' | 'tooMany' | undefined {
  const files = chosen.filter(({ state }) => state === 'unassigned');
  if (files.length > mostAssignedAtOnce) return 'tooMany';
  return new Set(files.map(({ libraryId }) => libraryId)).size > 1 ? 'severalLibraries' : undefined;
}

function actOf(
  app: App,
  name: FileActionName,
  files: readonly ChosenFile[],
  leads: ChosenLeads,
): () => Promise<unknown> {
  const fileIds = files.map(({ fileId }) => fileId);
  const lead = (to: () => void) => () => Promise.resolve(to());
  switch (name) {
    case 'open':
    case 'reveal':
      return () => app.act((client) => Promise.all(fileIds.map((fileId) => client.files[name]({ fileId }))));
    case 'publish':
      return lead(leads.topublish);
    case 'assign':
      return lead(() => leads.toassign(files));
    case 'look':
      return lead(() => app.router.go({ view: 'look', fileId: fileIds[0] ?? '' }));
    case 'versions':
      return lead(() => app.router.go({ view: 'versions', fileId: fileIds[0] ?? '' }));
    case 'keepMine':
    case 'takeTheirs':
      return () => resolveAll(app, files, name);
    case 'restore':
      return () => restoreFiles(app, fileIds);
    case 'tryNow':
      return () => syncLibraries(app, [...new Set(files.map(({ libraryId }) => libraryId))]);
  }
}

/** Looks through the folders of libraries, and tries what waits. */
function syncLibraries(app: App, libraryIds: readonly string[]): Promise<unknown> {
  return app.act(
    async (client) => {
      await Promise.all(libraryIds.map((libraryId) => client.libraries.scan({ libraryId })));
      await client.queue.retry({});
    },
    () => app.texts.library.scanStarted,
  );
}
