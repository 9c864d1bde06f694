import type { FilesToAssign, FileToAssign } from '../../../shared/rpc/assignment-records.ts';

/** Files of one kind of content, as a person sees them in the list. */
export interface TypeGroup {
  readonly contentType: string;
  readonly rows: readonly FileToAssign[];
  readonly chosenCount: number;
  /** How many of them share a key with another file of the list: of those only one can be sent. */
  readonly sharing: number;
  /** Whether another file of the library has the key already. */
  readonly isTaken: boolean;
}

export interface ChosenFiles {
  readonly rows: readonly FileToAssign[];
  readonly total: number;
  readonly groups: readonly TypeGroup[];
  /** The chosen ones by what they are. */
  readonly chosen: ReadonlyMap<string, readonly string[]>;
  readonly count: number;
  /** How many of the chosen ones will not be sent, because they share a key. */
  readonly heldCount: number;
  /** How many of the chosen ones will not be sent, because the library is not for their program. */
  readonly otherProgramCount: number;
  readonly isChosen: (fileId: string) => boolean;
  readonly typeOf: (fileId: string) => string;
  /** Takes what the engine says of the files; what a person said of them stays. */
  readonly take: (asked: FilesToAssign) => void;
  readonly choose: (fileIds: readonly string[], isChosen: boolean) => void;
  /** Chooses every file that shares its key with no other, or just one file. */
  readonly chooseAll: () => void;
  readonly chooseOnly: (fileId: string) => void;
  readonly say: (fileIds: readonly string[], contentType: string) => void;
}

/** What a person said of files. */
export interface SaidOfFiles {
  /** `undefined` until it is said which of them are meant. */
  chosenIds?: ReadonlySet<string>;
  types?: ReadonlyMap<string, string>;
}

/** Which of many files a person answers for, and what kind of content each of them is. */
export function createChosenFiles(said: SaidOfFiles): ChosenFiles {
  let asked = $state.raw<FilesToAssign>({ total: 0, rows: [], taken: [] });
  const chosenIds = $derived(said.chosenIds ?? new Set<string>());

  const rows = $derived(
    asked.rows.map((row) => ({ ...row, contentType: said.types?.get(row.fileId) ?? row.contentType })),
  );
  const byKey = $derived(Map.groupBy(rows.filter(hasPlace), keyOf));
  const taken = $derived(new Set(asked.taken.map(keyOf)));
  const isAlone = (row: FileToAssign): boolean =>
    !hasPlace(row) || (byKey.get(keyOf(row))?.length === 1 && !taken.has(keyOf(row)));
  const chosenRows = $derived(rows.filter(({ fileId }) => chosenIds.has(fileId)));
  const groups = $derived(groupsOf(rows, { byKey, taken, chosenIds }));

  return {
    get rows() {
      return rows;
    },
    get total() {
      return asked.total;
    },
    get groups() {
      return groups;
    },
    get chosen() {
      return idsByType(chosenRows);
    },
    get count() {
      return chosenRows.length;
    },
    get heldCount() {
      return countHeld(chosenRows.filter(hasPlace), taken);
    },
    get otherProgramCount() {
      return chosenRows.filter(({ isOfOtherProgram }) => isOfOtherProgram).length;
    },
    isChosen: (fileId) => chosenIds.has(fileId),
    typeOf: (fileId) => rows.find((row) => row.fileId === fileId)?.contentType ?? '',
    take: (next) => void (asked = next),
    choose(fileIds, isChosen) {
      const next = new Set(chosenIds);
      for (const fileId of fileIds)
        if (isChosen) next.add(fileId);
        else next.delete(fileId);
      said.chosenIds = next;
    },
    chooseAll: () => void (said.chosenIds = new Set(rows.filter(isAlone).map(({ fileId }) => fileId))),
    chooseOnly: (fileId) => void (said.chosenIds = new Set([fileId])),
    say: (fileIds, contentType) =>
      void (said.types = new Map([...(said.types ?? []), ...fileIds.map((fileId) => [fileId, contentType] as const)])),
  };
}

function idsByType(rows: readonly FileToAssign[]): Map<string, string[]> {
  const byType = Map.groupBy(rows, ({ contentType }) => contentType);
  return new Map([...byType].map(([type, ofType]) => [type, ofType.map(({ fileId }) => fileId)]));
}

interface Standing {
  readonly byKey: ReadonlyMap<string, readonly FileToAssign[]>;
  readonly taken: ReadonlySet<string>;
  readonly chosenIds: ReadonlySet<string>;
}

function groupsOf(rows: readonly FileToAssign[], { byKey, taken, chosenIds }: Standing): TypeGroup[] {
  return [...Map.groupBy(rows, ({ contentType }) => contentType)]
    .map(([contentType, ofType]): TypeGroup => ({
      contentType,
      rows: ofType,
      chosenCount: ofType.filter(({ fileId }) => chosenIds.has(fileId)).length,
      sharing: ofType.filter((row) => (byKey.get(keyOf(row))?.length ?? 0) > 1).length,
      isTaken: ofType.some((row) => taken.has(keyOf(row))),
    }))
    .toSorted((one, other) => other.rows.length - one.rows.length);
}

function countHeld(chosen: readonly FileToAssign[], taken: ReadonlySet<string>): number {
  const held = [...Map.groupBy(chosen, keyOf)].filter(([key, ofKey]) => taken.has(key) || ofKey.length > 1);
  return held.reduce((sum, [, ofKey]) => sum + ofKey.length, 0);
}

function hasPlace({ place }: FileToAssign): boolean {
  return place !== undefined;
}

function keyOf({ place, contentType }: Pick<FileToAssign, 'place' | 'contentType'>): string {
  return JSON.stringify([place, contentType]);
}
