import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../electron/engine/run/engine.ts';
import { createEnginePorts } from '../../../electron/entry/engine-ports.ts';
import type { ActivityRecord } from '../../../shared/rpc/records.ts';
import { createFakeClock } from '../../fakes/engine/clock.ts';
import { createFakeService } from '../../fakes/engine/service.ts';
import { keyOf } from '../../fakes/engine/world.ts';

const service = createFakeService(createFakeClock());
let folder: string;
let engine: Engine;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadsync-trace-'));
  for (const name of ['library/EC000001/MC000001', 'state']) mkdirSync(join(folder, name), { recursive: true });
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

const toldOf = (kind: ActivityRecord['kind']): Promise<ActivityRecord> =>
  new Promise((resolve) => {
    const stop = engine.events.listen((event) => {
      if (event.kind !== 'activity' || event.entry.kind !== kind) return;
      stop();
      resolve(event.entry);
    });
  });

it('a file of a real disk whose program puts its date back is found by reading it again, and sent', async () => {
  const connection = { current: () => ({ service: service.port, serviceId: 'first' }) };
  const path = join(folder, 'library/EC000001/MC000001/pump.step');
  writeFileSync(path, drawing('before'));
  // Whole milliseconds, as every file system can keep them.
  utimesSync(path, new Date(1_770_000_000_000), new Date(1_770_000_000_000));
  const ports = createEnginePorts(join(folder, 'state'), connection, () => undefined);
  // With so short a period every file is due at every scan.
  engine = createEngine(ports, {
    watch: true,
    absenceGraceMs: 0,
    rereadPeriodMs: 1,
    settings: { quietTimeMs: 200 },
  });
  await engine.start();
  const runner = await engine.addLibrary({
    root: join(folder, 'library'),
    applicationName: 'Revit',
    applicationVersion: '2025',
    contentType: 'Template',
  });
  await idle();
  const { size, mtimeMs } = statSync(path);
  writeFileSync(path, drawing('behind'));
  utimesSync(path, new Date(mtimeMs), new Date(mtimeMs));
  expect(statSync(path)).toMatchObject({ size, mtimeMs });
  const found = toldOf('foundChanged');
  const sent = toldOf('uploaded');
  runner.scanSoon();
  expect(await found).toMatchObject({ title: 'pump.step', version: '0.1' });
  expect(await sent).toMatchObject({ title: 'pump.step', version: '0.2' });
  expect(service.versions.history(keyOf('EC000001'))).toEqual([`0.1 ${drawing('before')}`, `0.2 ${drawing('behind')}`]);
});
