import { readFileSync } from 'node:fs';

/** The kernel counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/** What something cost. The CPU seconds are the steadier figure where a machine is shared; NaN where no kernel tells. */
export interface Cost {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  /** Of the service, where that is a process of its own. */
  readonly serviceCpuSeconds?: number;
}

/** CPU seconds a running process has used so far. */
export function cpuSecondsOf(pid: number): number {
  const fields = statFieldsOf(String(pid));
  return sumTicks(fields, ['utime', 'stime']);
}

/** CPU seconds of all child processes that have ended and were waited for. */
export function cpuSecondsOfEndedChildren(): number {
  return sumTicks(statFieldsOf('self'), ['cutime', 'cstime']);
}

/** Resident memory of a process, now and at its most, in megabytes. */
export function residentMegabytes(pid: number): { readonly now: number; readonly most: number } {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const of = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(text)?.[1]) / 1_024;
    return { now: of('VmRSS'), most: of('VmHWM') };
  } catch {
    return { now: Number.NaN, most: Number.NaN };
  }
}

/** Places in `/proc/PID/stat`, counted from the field behind the name. */
const places = { utime: 11, stime: 12, cutime: 13, cstime: 14 } as const;

function statFieldsOf(pid: string): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold spaces and brackets.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function sumTicks(fields: readonly string[], names: readonly (keyof typeof places)[]): number {
  return names.reduce((total, name) => total + Number(fields[places[name]]), 0) / ticksPerSecond;
}
