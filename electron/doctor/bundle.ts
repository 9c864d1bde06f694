import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { cadKinds } from '../../shared/model/cad-kind.ts';
import type { Program } from '../../shared/model/program.ts';
import {
  bundleParts,
  checkRecord,
  type BundlePart,
  type BundleRecord,
  type CheckRecord,
  type DiagnosisRecord,
} from '../../shared/rpc/diagnosis.ts';
import { fileState } from '../../shared/rpc/file-records.ts';
import type { ExaminedLibrary, ExaminedState } from '../engine/application/examined-state.ts';
import { readLogLine } from '../platform/log-line.ts';
import type { Subject } from './subject.ts';

/** The newest lines tell what support asks about. */
const logBytes = 1_000_000;
/** Of each log: what is written now, and what was put aside last. */
const logFiles = ['.1', ''];

const knownPrograms = new Set(cadKinds.flatMap(({ application }) => application ?? []));

/**
 * Puts together what support needs, in memory. Every part is made of declared findings, numbers and words; a line of a
 * log gets in only if it is one of `logLine`. So no path, name, address or secret has a way into it.
 * @param redact hides the secrets that are in use
 */
export async function makeBundle(
  subject: Subject,
  diagnosis: DiagnosisRecord,
  redact: (text: string) => string,
): Promise<BundleRecord> {
  const state = await subject.readState().catch(() => undefined);
  const make: Readonly<Record<BundlePart, () => Promise<string> | string>> = {
    'report.json': () => json({ atMs: diagnosis.atMs, checks: diagnosis.checks.map(withoutNames) }),
    'settings.json': () => json(settingsOf(state)),
    'counts.json': () =>
      json({ libraries: state?.files.map(knownCounts) ?? [], queue: knownCounts(state?.queue ?? {}) }),
    'app.log': () => readLog(join(subject.stateDir, 'log', 'app.log'), redact),
    'shell.log': () => readLog(join(subject.stateDir, 'log', 'shell.log'), redact),
  };
  const zip = new ZipFile();
  const parts: BundleRecord['parts'] = [];
  for (const name of bundleParts) {
    const bytes = Buffer.from(await make[name]());
    parts.push({ name, sizeBytes: bytes.length });
    zip.addBuffer(bytes, name, { mtime: new Date(diagnosis.atMs) });
  }
  zip.end();
  const output = zip.outputStream.pipe(new PassThrough());
  return { parts, zip: (await buffer(output)).toString('base64') };
}

const nameless = checkRecord.pick({ check: true, library: true, outcome: true, finding: true });

/** Only what is declared is taken, and only if it is what was declared. */
function withoutNames(check: CheckRecord): unknown {
  const { success, data } = nameless.safeParse(check);
  return success ? data : { outcome: 'problem', finding: { code: 'checkFailed' } };
}

function settingsOf(state: ExaminedState | undefined): unknown {
  return state && { connection: state.connection.kind, app: state.settings, libraries: state.libraries.map(ofLibrary) };
}

/** What is set for a library; its patterns and the names of its programs are a person's own words. */
function ofLibrary({ programs, settings: { ignorePatterns, ...settings } }: ExaminedLibrary): unknown {
  return { ...settings, ignorePatternCount: ignorePatterns.length, programs: programs.map(knownProgram) };
}

function knownProgram({ name, version }: Program): string {
  const isKnown = knownPrograms.has(name) && /^\d{1,4}(?:\.\d{1,3})?$/.test(version);
  return isKnown ? `${name} ${version}` : 'other';
}

const countable: readonly string[] = [...fileState.options, 'none', 'upload', 'download', 'fetchTheirs', 'release'];

function knownCounts(counts: Readonly<Record<string, number>>): unknown {
  return Object.fromEntries(countable.flatMap((kind) => (kind in counts ? [[kind, Number(counts[kind])]] : [])));
}

async function readLog(file: string, redact: (text: string) => string): Promise<string> {
  const texts = await Promise.all(logFiles.map((suffix) => readFile(file + suffix, 'utf8').catch(() => '')));
  const lines = texts.join('').split('\n');
  const kept: string[] = [];
  let sizeBytes = 0;
  for (let place = lines.length - 1; place >= 0 && sizeBytes < logBytes; place -= 1) {
    const line = readLogLine(lines[place] ?? '', redact);
    if (line === undefined) continue;
    kept.push(line);
    sizeBytes += line.length;
  }
  return kept.reverse().join('');
}

function json(value: unknown): string {
  return `${JSON.stringify(value ?? null, undefined, 2)}\n`;
}
