import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CheckRecord } from '../../shared/rpc/diagnosis.ts';
import { startCadsync } from './processes.ts';
import { service } from './sync-once.ts';
import { sampleDrawing } from './samples.ts';
import { untilAnswered } from './until-answered.ts';
import { drawingPath, workplace } from './workplace.ts';

const doctor = async (
  { run }: ReturnType<typeof workplace>,
  ...more: string[]
): Promise<{ exitCode: number | null; checks: CheckRecord[]; errors: string }> => {
  const { exitCode, answer, errors } = await run('doctor', ...more);
  const [state] = (answer as { states: { checks: CheckRecord[] }[] }).states;
  return { exitCode, checks: state?.checks ?? [], errors };
};
const codeOf = (checks: readonly CheckRecord[], name: string) =>
  checks.find(({ check }) => check === name)?.finding.code;

/** Everything in a folder, with when it was changed. */
const contents = (folder: string): unknown =>
  readdirSync(folder).map((name) => {
    const { size, mtimeMs, ino, mode } = statSync(join(folder, name));
    return [name, size, mtimeMs, ino, mode];
  });

describe('`cadsync doctor`', () => {
  test('finds everything in order after a sync, changes nothing, and writes a bundle once', async () => {
    const { environment } = await service();
    const place = workplace(environment, { [drawingPath]: sampleDrawing('step/cabinet_lock_40x42mm.step') });
    await place.sync();
    const before = contents(place.state);
    const file = join(place.library, '..', 'support.zip');
    const { exitCode, checks, errors } = await doctor(place, '--bundle', file);
    expect(checks.filter(({ outcome }) => outcome === 'problem')).toEqual([]);
    expect(exitCode).toBe(0);
    expect(codeOf(checks, 'engine')).toBe('engineRests');
    expect(codeOf(checks, 'state')).toBe('stateWhole');
    expect(codeOf(checks, 'signIn')).toBe('signedIn');
    expect(codeOf(checks, 'marker')).toBe('markerFits');
    expect(contents(place.state)).toEqual(before);
    expect(errors).toMatch(/will hold[^]*report\.json[^]*app\.log/);
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');
    const again = await place.run('doctor', '--bundle', file);
    expect(again.exitCode).toBe(64);
    expect(again.errors).toContain('is there already');
  });

  test('tells what it found also where the bundle cannot be written', async () => {
    const { environment } = await service();
    const place = workplace(environment, { [drawingPath]: sampleDrawing('step/cabinet_lock_40x42mm.step') });
    await place.sync();
    const unwritable = join(place.library, '..', `${'support'.repeat(50)}.zip`);
    const { exitCode, checks, errors } = await doctor(place, '--bundle', unwritable);
    expect(errors).toContain('could not be saved there');
    expect(exitCode).not.toBe(0);
    expect(codeOf(checks, 'state')).toBe('stateWhole');
    expect(readdirSync(join(place.library, '..')).filter((name) => name.includes('support'))).toEqual([]);
  });

  test('finds a damaged state, leaves it as it is, and says that something needs a person', async () => {
    const { environment } = await service();
    const place = workplace(environment, { [drawingPath]: sampleDrawing('step/cabinet_lock_40x42mm.step') });
    await place.sync();
    writeFileSync(join(place.state, 'state.db'), 'This is no database at all.'.repeat(400));
    const before = contents(place.state);
    const { exitCode, checks } = await doctor(place);
    expect(codeOf(checks, 'state')).toBe('stateDamaged');
    expect(exitCode).toBe(2);
    expect(contents(place.state)).toEqual(before);
  });

  test('asks the sync that runs', async () => {
    const { environment } = await service();
    const place = workplace(environment, { [drawingPath]: sampleDrawing('step/cabinet_lock_40x42mm.step') });
    await place.sync();
    const program = ['--application', 'Revit', '--application-version', '2025'];
    const running = startCadsync(['sync', place.library, '--watch', '--state', place.state, ...program], environment);
    onTestFinished(async () => {
      running.kill();
      await running.ended;
    });
    await untilAnswered(place.state, running);
    const { exitCode, checks } = await doctor(place);
    expect(codeOf(checks, 'engine')).toBe('engineRuns');
    expect(codeOf(checks, 'state')).toBe('stateWhole');
    expect(codeOf(checks, 'signIn')).toBe('signedIn');
    expect(exitCode).toBe(0);
  });

  test('says what to do when the service is gone', async () => {
    const place = workplace({ CADSYNC_BASE_URL: 'http://127.0.0.1:1', CADSYNC_CLIENT_ID: 'x' }, {});
    const { exitCode, output } = await place.tell('doctor');
    expect(exitCode).toBe(2);
    expect(output).toContain('The service cannot be reached: the connection was refused.');
    expect(output).toContain('Check the network, the address and the proxy.');
  });
});
