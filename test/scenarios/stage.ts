import type { ConflictChoice, FileState } from '../../shared/rpc/file-records.ts';
import type { LocalAct, RemoteAct, Scenario } from './rows.ts';

/** Where a row is played: a library, a service, and an engine between them. Paths are below the library's root. */
export interface Stage {
  readonly classCode: string;
  save(path: string, text: string): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  draftElsewhere(text: string): Promise<void>;
  releaseElsewhere(): Promise<void>;
  publish(): void;
  resolve(choice: ConflictChoice): Promise<void>;
  pick(path: string): Promise<unknown>;
  /** Until everything was looked at on both sides and nothing is left to do. */
  comeToRest(): Promise<void>;
  /** What stands in the library by path. */
  files(): Readonly<Record<string, string>>;
  /** What is kept in a folder of the app's own. */
  kept(folder: 'backup' | 'conflicts'): readonly string[];
  /** Oldest first: `0.1 text`. */
  versions(): Promise<readonly string[]>;
  states(): Readonly<Record<string, FileState>>;
}

export interface Ending {
  readonly files: Readonly<Record<string, string>>;
  readonly versions: readonly string[];
  readonly states: Readonly<Record<string, FileState>>;
  readonly conflicts: readonly string[];
  readonly backup: readonly string[];
}

/** The path of a name: what is fetched stands where the app puts it, all else where designers of these rows do. */
export function pathOf(classCode: string, name: string): string {
  return name === 'fetched' ? `${classCode}_v1/MC000001_v1/pump.step` : `${classCode}/MC000001/${name}.step`;
}

/** Plays a row. @returns how it ended, by the row's names */
export async function play(stage: Stage, { agreed, here = [], there = [], then }: Scenario): Promise<Ending> {
  const at = (name: string): string => pathOf(stage.classCode, name);
  if (agreed !== undefined) stage.save(at('pump'), agreed);
  await stage.comeToRest();
  for (const act of there) await actThere(stage, act);
  for (const act of here) actHere(stage, act);
  await stage.comeToRest();
  if (then === 'publish') stage.publish();
  else if (typeof then === 'object') await ('pick' in then ? stage.pick(at(then.pick)) : stage.remove(at(then.remove)));
  else if (then !== undefined) await stage.resolve(then);
  if (then !== undefined) await stage.comeToRest();
  return {
    files: byName(stage, stage.files()),
    versions: await stage.versions(),
    states: byName(stage, stage.states()),
    conflicts: stage.kept('conflicts'),
    backup: stage.kept('backup'),
  };
}

async function actThere(stage: Stage, act: RemoteAct): Promise<void> {
  await (act === 'release' ? stage.releaseElsewhere() : stage.draftElsewhere(act.draft));
}

function actHere(stage: Stage, act: LocalAct): void {
  const at = (name: string): string => pathOf(stage.classCode, name);
  if ('save' in act) stage.save(at(act.as ?? 'pump'), act.save);
  else if ('move' in act) stage.move(at('pump'), at(act.move));
  else stage.remove(at(act.remove));
}

function byName<T>({ classCode }: Stage, values: Readonly<Record<string, T>>): Record<string, T> {
  const named = Object.entries(values).map(([path, value]) => {
    const plain = path.normalize('NFC');
    const name =
      plain === pathOf(classCode, 'fetched')
        ? 'fetched'
        : plain.slice(pathOf(classCode, '').length - '.step'.length, -'.step'.length);
    return [name, value] as const;
  });
  return Object.fromEntries(named);
}
