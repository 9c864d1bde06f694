import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleDrawing } from './samples.ts';
import { libraryWith, nothingLeft, service, syncOnce } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { workplace } from './workplace.ts';

const drawing = sampleDrawing('step/Simple door.step');
const path = 'EC011022_v7/MC000101_v2/door.step';
const second = 'EC011023_v1/MC000101_v2/door.step';

/** A library that was synced once, with what `cadsync library` answers about it. */
async function synced(files: Readonly<Record<string, Buffer | string>> = { [path]: drawing }) {
  const { environment } = await service();
  const place = workplace(environment, files);
  await place.sync();
  return { ...place, environment, run: (...args: string[]) => place.run('library', ...args) };
}

describe('cadsync library', () => {
  test('sets what the window sets, lists it, and the next sync goes by it', async () => {
    const { library, sync, run } = await synced();
    const set = await run(
      'set',
      library,
      '--direction',
      'down-only',
      '--fetch',
      'own',
      '--quiet-time',
      '500',
      '--ignore',
      'Old/',
      '*.bak.dwg',
    );
    const settings = {
      direction: 'downOnly',
      upload: 'automatic',
      follow: 'drafts',
      fetch: 'own',
      quietTimeMs: 500,
      ignorePatterns: ['Old/', '*.bak.dwg'],
    };
    expect({ exitCode: set.exitCode, answer: set.answer }).toMatchObject({
      exitCode: 0,
      answer: { done: true, library: { root: library, settings } },
    });
    expect((await run('list')).answer).toMatchObject({ libraries: [{ root: library, settings }] });
    mkdirSync(join(library, second, '..'), { recursive: true });
    writeFileSync(join(library, second), drawing);
    expect((await sync()).summary).toMatchObject({ uploaded: 0 });

    await run('set', library, '--direction', 'both', '--no-ignore', '--yes');
    expect((await run('list')).answer).toMatchObject({
      libraries: [{ settings: { direction: 'both', ignorePatterns: [], quietTimeMs: 500 } }],
    });
    expect((await sync()).summary).toMatchObject({ ...nothingLeft, uploaded: 1 });

    expect((await run('pause', library)).answer).toMatchObject({ library: { settings: { isPaused: true } } });
    expect(await sync()).toMatchObject({ exitCode: 3, summary: { error: { code: 'library-paused' } } });
    await run('resume', library);
    expect((await sync()).exitCode).toBe(0);
  });

  test('declares programs and drops them, each in one version, and the next sync goes by it', async () => {
    const plan = 'EC011022_v7/MC000101_v2/plan.dwg';
    const { library, run, sync, tell } = await synced({ [path]: drawing, [plan]: 'a plan' });
    const asked = await sync();
    expect(asked).toMatchObject({ exitCode: 2, summary: { uploaded: 0, otherProgram: 1 } });
    const status = await tell('status', join(library, plan));
    expect(status).toMatchObject({ exitCode: 2 });
    expect(status.output).toContain('this library is for Revit 2025, not for AutoCAD');
    expect(status.output).toContain('library set DIR --application');

    const set = await run('set', library, '--application', 'AutoCAD 2024', '--application', 'IronCAD 2025');
    expect(set.answer).toMatchObject({ library: { programs: ['Revit 2025', 'AutoCAD 2024', 'IronCAD 2025'] } });
    // By its name, or as the list has it.
    await run('set', library, '--application', 'autocad 2025', '--without-application', 'IronCAD 2025');
    expect((await run('list')).answer).toMatchObject({ libraries: [{ programs: ['Revit 2025', 'autocad 2025'] }] });
    expect(await sync()).toMatchObject({ exitCode: 0, summary: { ...nothingLeft, uploaded: 1 } });
    expect((await tell('status')).output).toContain('Revit 2025 and autocad 2025');

    for (const args of [
      ['--without-application', 'Rhino'],
      ['--without-application', 'Revit', '--without-application', 'AutoCAD'],
      ['--application', 'Rhino 7', '--application', 'rhino 8'],
    ]) {
      const refused = await run('set', library, ...args);
      expect(refused, args.join(' ')).toMatchObject({ exitCode: 64, answer: { error: { code: 'invalid-request' } } });
    }
    expect((await run('set', library, '--application', 'Revit')).exitCode).toBe(64);
    expect((await run('list')).answer).toMatchObject({ libraries: [{ programs: ['Revit 2025', 'autocad 2025'] }] });
  });

  test('names what would not be sent any more and changes nothing before a yes', async () => {
    const { library, run } = await synced({ [path]: drawing, 'loose.step': drawing });
    for (const args of [
      ['set', library, '--direction', 'down-only'],
      ['remove', library],
    ]) {
      const { exitCode, answer } = await run(...args);
      expect({ exitCode, answer }).toMatchObject({
        exitCode: 2,
        answer: { done: false, atStake: { files: ['loose.step'], fileCount: 1 } },
      });
    }
    expect((await run('list')).answer).toMatchObject({ libraries: [{ settings: { direction: 'both' } }] });
    const { exitCode, answer } = await run('remove', library, '--yes');
    expect({ exitCode, answer }).toMatchObject({ exitCode: 0, answer: { done: true, removed: library } });
    expect((await run('list')).answer).toEqual({ libraries: [] });
    expect(existsSync(join(library, path))).toBe(true);
  });

  test('goes on where its folder was moved to, without sending anything again', async () => {
    const { library, sync, run } = await synced();
    const moved = `${library} moved`;
    renameSync(library, moved);
    const unsaid = await sync(moved);
    expect(unsaid).toMatchObject({ exitCode: 1, summary: { error: { code: 'library-moved' } } });
    expect(unsaid.summary.error?.detail).toContain('cadsync library relocate');
    expect((await run('relocate', library, moved)).answer).toEqual({ from: library, to: moved, displaced: false });
    expect(await sync(moved)).toMatchObject({ exitCode: 0, summary: { uploaded: 0, downloaded: 0, ...nothingLeft } });
    const elsewhere = temporaryFolder();
    const refused = await run('relocate', moved, elsewhere);
    expect(refused).toMatchObject({ exitCode: 1, answer: { error: { code: 'library-unproven' } } });
  });

  test('says where the other one is looked for when two changed places, and no longer what stopped that one', async () => {
    const { environment, library, state, sync, run, tell } = await synced();
    const other = libraryWith({ [second]: drawing });
    await syncOnce(other, state, environment);
    for (const [from, to] of [
      [library, `${library} aside`],
      [other, library],
      [`${library} aside`, other],
    ] as const)
      renameSync(from, to);
    expect((await syncOnce(other, state, environment)).summary.error).toMatchObject({ code: 'library-unproven' });
    expect((await tell('status')).output).toContain('is paused');
    const told = await tell('library', 'relocate', library, other);
    expect(told.output).toContain(`The library is at ${other} now.`);
    expect(told.output).toContain(`The library that was known there is looked for at ${library} now.`);
    expect((await tell('status')).output).not.toContain('is paused');
    expect((await run('relocate', library, library)).answer).toEqual({ from: library, to: library, displaced: false });
    for (const one of [library, other]) {
      expect((await syncOnce(one, state, environment)).summary).toMatchObject({ uploaded: 0, ...nothingLeft });
    }
    expect((await sync()).exitCode).toBe(0);
  });

  test('goes on with a folder whose marker is gone once somebody says that it is the library', async () => {
    const { library, sync, run } = await synced();
    rmSync(join(library, '.cadlibrary', 'library.json'));
    const paused = await sync();
    expect(paused.exitCode).not.toBe(0);
    expect(paused.errors).toContain('“cadsync library confirm DIR” does it.');
    expect((await run('confirm', library)).answer).toEqual({ confirmed: library });
    expect(await sync()).toMatchObject({ exitCode: 0, summary: { uploaded: 0, ...nothingLeft } });
  });

  test('says what is wrong with a command line, and what is no library', async () => {
    const { library, run } = await synced();
    for (const args of [
      ['set', library],
      ['set', library, '--direction', 'sideways'],
      ['set', library, '--quiet-time', '5'],
      ['relocate', library],
    ]) {
      expect((await run(...args)).exitCode, args.join(' ')).toBe(64);
    }
    const elsewhere = await run('remove', temporaryFolder());
    expect(elsewhere).toMatchObject({ exitCode: 1, answer: { error: { code: 'unknown-item' } } });
    const unlocked = await run('ignore-lock', join(library, path));
    expect(unlocked).toMatchObject({ exitCode: 1, answer: { error: { code: 'unknown-item' } } });
  });

  test('passes over the lock of a drawing that nobody has open', async () => {
    const plan = 'EC011022_v7/MC000101_v2/plan.dwg';
    const { library, run } = await synced({
      [plan]: 'a plan',
      [plan.replace('.dwg', '.dwl')]: 'M. Jansen\nDRAWING-07\n',
    });
    const { exitCode, answer } = await run('ignore-lock', join(library, plan));
    expect({ exitCode, answer }).toEqual({
      exitCode: 0,
      answer: { ignored: [join(library, plan.replace('.dwg', '.dwl'))] },
    });
    expect((await run('ignore-lock', join(library, plan))).exitCode).toBe(1);
  });
});
