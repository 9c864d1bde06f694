import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isPartName } from '../../shared/model/part-name.ts';
import { runCommand } from '../processes/run-command.ts';
import type { ServiceProcess } from '../processes/service-process.ts';
import { classCodes, sharedClass, type Computer } from './computers.ts';
import { Violation } from './violation.ts';

interface SavedVersion {
  readonly major: number;
  readonly minor: number;
  readonly released?: boolean;
}

/** convergence: when each had its turn twice, a third run has nothing left to send or fetch. @returns conflicts left */
export async function comeToRest(computers: readonly Computer[], environment: NodeJS.ProcessEnv): Promise<number> {
  let conflicts = 0;
  for (const round of [1, 2, 3]) {
    conflicts = 0;
    for (const { args } of computers) {
      // Nobody is killed any more: in processes of their own these took half of the time of it all.
      const { output, errors } = await runCommand([...args, '--once'], environment);
      const summary = JSON.parse(output) as Readonly<Record<(typeof moving)[number] | 'conflicts', number>>;
      conflicts += summary.conflicts;
      const left = moving.reduce((sum, name) => sum + summary[name], 0);
      if (round === 3 && left > 0) throw new Violation('convergence', `${output}${errors}`);
    }
  }
  return conflicts;
}

const moving = ['uploaded', 'downloaded', 'waiting', 'failed'] as const;

/** no-torn-upload, exactly-once. @returns what the newest version of each class holds, and how many versions there are */
export async function checkVersions(
  service: ServiceProcess,
  saved: ReadonlySet<string>,
  releasesAsked: ReadonlyMap<string, number> = new Map(),
): Promise<{ readonly count: number; readonly texts: ReadonlyMap<string, string> }> {
  let count = 0;
  const texts = new Map<string, string>();
  for (const code of classCodes) {
    const seen = new Set<string>();
    const place = `Revit/2025/${code}/1/MC000001/1/Template?LanguageCode=`;
    const { versions } = (await service.getJson(`/api/v1/Versions/${place}`)) as { versions: readonly SavedVersion[] };
    const releases = versions.filter(isRelease).length;
    if (releases > (releasesAsked.get(code) ?? 0))
      throw new Violation('exactly-once', `${code} has ${releases} releases`);
    for (const { major, minor } of versions) {
      const { bytes } = await service.get(`/api/v1/Files/${place}&MajorVersion=${major}&MinorVersion=${minor}`);
      const text = bytes.toString('utf8');
      if (!saved.has(text)) throw new Violation('no-torn-upload', `${code} ${major}.${minor} was never saved`);
      if (!isRelease({ major, minor }) && seen.has(text))
        throw new Violation('exactly-once', `${code} ${major}.${minor} is there twice`);
      // The newest is the first of the list.
      if (!texts.has(code)) texts.set(code, text);
      // A release has the bytes of the draft it was made of.
      if (!isRelease({ major, minor })) seen.add(text);
      count += 1;
    }
  }
  return { count, texts };
}

/** no-byte-lost, no-silent-overwrite on the disk, atomic-apply, and both libraries as the service has it. */
export function checkDisk({ library, designer }: Computer, newest: ReadonlyMap<string, string>): void {
  const files = readdirSync(library, { recursive: true, encoding: 'utf8' });
  const inLibrary = files.filter((path) => path.endsWith('.step') && !path.startsWith('.cadlibrary'));
  const everywhere = new Set(files.filter((path) => path.endsWith('.step')).map((path) => read(library, path)));
  for (const [code, text] of designer.current) {
    if (!everywhere.has(text) && newest.get(code) !== text)
      throw new Violation('no-byte-lost', `the last save of ${code} is not in ${library}`);
  }
  for (const path of inLibrary) {
    const code = /EC\d{6}/.exec(path)?.[0] ?? '';
    if (code !== sharedClass && read(library, path) !== newest.get(code))
      throw new Violation('convergence', `${path} of ${library} is not what the service has`);
  }
  const codesHere = new Set(inLibrary.map((path) => /EC\d{6}/.exec(path)?.[0]));
  for (const code of newest.keys()) {
    if (!codesHere.has(code) && !designer.removed.has(code))
      throw new Violation('convergence', `${library} has nothing of ${code}`);
  }
  // What a killed download leaves is cleared away a day later; until then it must have a name every program passes over.
  const strange = files.filter(
    (path) => /\.(part|tmp)$/.test(path) && !isPartName(basename(path)) && !path.endsWith('.step.tmp'),
  );
  if (strange.length > 0) throw new Violation('atomic-apply', `${strange.join(', ')} was left behind`);
}

const read = (library: string, path: string): string => readFileSync(join(library, path), 'utf8');

function isRelease({ major, minor }: SavedVersion): boolean {
  return major > 0 && minor === 0;
}
