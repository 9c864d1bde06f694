import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../electron/engine/engine.ts';
import type { LibraryRunner } from '../../../electron/engine/cycle/library-runner.ts';
import { createEnginePorts } from '../../../electron/entry/engine-ports.ts';
import { createFakeClock } from '../../fakes/engine/clock.ts';
import { createFakeService, type FakeService } from '../../fakes/engine/service.ts';
import { keyOf } from '../../fakes/engine/world.ts';

let service: FakeService;
let folder: string;
let engine: Engine;

beforeEach(() => {
  service = createFakeService(createFakeClock());
  folder = mkdtempSync(join(tmpdir(), 'cadsync-trace-'));
  for (const name of ['library/EC000001/MC000001', 'library/EC000002/MC000001', 'state'])
    mkdirSync(join(folder, name), { recursive: true });
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const drawing = (text: string): string => `ISO-10303-21;\nDATA;\n/* ${text} */\nENDSEC;\nEND-ISO-10303-21;\n`;

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = engine.onStatusChange(() => {
      if (!engine.isIdle()) return;
      stop();
      resolve();
    });
  });

// Whole milliseconds, as every file system can keep them.
const date = new Date(1_770_000_000_000);
const place = (code: string): string => join(folder, `library/${code}/MC000001/pump.step`);

function save(path: string, text: string): void {
  writeFileSync(path, drawing(text));
  utimesSync(path, date, date);
}

/** An engine that is told nothing by the disk: what it finds, it finds by looking. */
async function openLibrary(): Promise<LibraryRunner> {
  const connection = { current: () => ({ service: service.port, serviceId: 'first' }) };
  const ports = createEnginePorts(join(folder, 'state'), connection, () => undefined);
  engine = createEngine(ports, { watch: false, absenceGraceMs: 0, settings: { quietTimeMs: 200 } });
  await engine.start();
  const runner = await engine.addLibrary({
    root: join(folder, 'library'),
    programs: [{ name: 'Revit', version: '2025' }],
    contentType: 'Template',
  });
  await idle();
  return runner;
}

async function lookAgain(runner: LibraryRunner): Promise<void> {
  const looked = idle();
  runner.scanSoon();
  await looked;
}

describe('on a real disk, files of one length and one date', () => {
  it('are sent when a program changed one and put its date back', async () => {
    save(place('EC000001'), 'before');
    const runner = await openLibrary();
    const { size, mtimeMs } = statSync(place('EC000001'));
    save(place('EC000001'), 'behind');
    expect(statSync(place('EC000001'))).toMatchObject({ size, mtimeMs });
    await lookAgain(runner);
    expect(service.versions.history(keyOf('EC000001'))).toEqual([
      `0.1 ${drawing('before')}`,
      `0.2 ${drawing('behind')}`,
    ]);
  });

  it('are sent when they took the place of each other', async () => {
    save(place('EC000001'), 'first_');
    save(place('EC000002'), 'second');
    const runner = await openLibrary();
    renameSync(place('EC000001'), join(folder, 'aside'));
    renameSync(place('EC000002'), place('EC000001'));
    renameSync(join(folder, 'aside'), place('EC000002'));
    await lookAgain(runner);
    expect(service.versions.history(keyOf('EC000001')).at(-1)).toBe(`0.2 ${drawing('second')}`);
    expect(service.versions.history(keyOf('EC000002')).at(-1)).toBe(`0.2 ${drawing('first_')}`);
  });
});
