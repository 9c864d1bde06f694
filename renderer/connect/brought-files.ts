import { inLists } from '../../shared/model/in-lists.ts';
import { mostFilesAdded, mostPathsLooked } from '../../shared/rpc/intake-limits.ts';
import type { AddedFile, FileToAdd, PlaceForFile } from '../../shared/rpc/intake-records.ts';
import type { EngineClient } from './engine-client.ts';

/** A file that a person brings, however this host gets at it. */
export interface BroughtFile {
  /** Its name, behind those of the folders that were brought with it. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly add: (
    place: PlaceForFile,
    how: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
  ) => Promise<AddedFile>;
}

/** How much of what a person brought is not added. */
export interface LeftOut {
  /** What is no CAD file. */
  readonly skipped: number;
  /** What lies in a library already. */
  readonly inLibrary: number;
  /** More than are added at once. */
  readonly beyond: number;
}

export interface Brought extends LeftOut {
  readonly files: readonly BroughtFile[];
}

/** The engine, and when it can be asked: what is brought to a window that just opened waits for that. */
export interface Asked {
  readonly client: EngineClient;
  readonly begun: Promise<void>;
  readonly signal: AbortSignal;
}

/** The desktop app tells where files lie: the engine looks there, into folders too. */
export async function onThisComputer(paths: readonly string[], { client, begun, signal }: Asked): Promise<Brought> {
  await begun;
  const found: FileToAdd[] = [];
  const leftOut = { skipped: 0, inLibrary: 0, beyond: 0 };
  for (const some of inLists(paths, mostPathsLooked)) {
    const { files, ...others } = await client.intake.look({ paths: [...some] }, { signal });
    found.push(...files);
    for (const why of ['skipped', 'inLibrary', 'beyond'] as const) leftOut[why] += others[why];
  }
  const files = found.map(({ from, ...file }): BroughtFile => ({
    ...file,
    add: (place, { signal }) => client.intake.add({ ...place, from }, { signal }),
  }));
  return asManyAtOnce(files, leftOut);
}

/** As many of them as are added at once. */
export function asManyAtOnce(files: readonly BroughtFile[], leftOut: LeftOut): Brought {
  const beyond = leftOut.beyond + Math.max(0, files.length - mostFilesAdded);
  return { ...leftOut, files: files.slice(0, mostFilesAdded), beyond };
}
