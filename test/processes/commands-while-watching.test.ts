import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startCadsync, type RunningProcess } from './processes.ts';
import { sampleDrawing } from './samples.ts';
import { libraryWith, service, syncOnce } from './sync-once.ts';
import { untilAnswered } from './until-answered.ts';
import { conflictBetweenTwo, drawingPath, workplace } from './workplace.ts';

const drawing = sampleDrawing('step/Simple door.step');
const classes = ['--class', 'EC011025_v1', '--model', 'MC000101_v2'];
const lock = 'EC011023_v1/MC000101_v2/lock.step';
const [one, other] = ['EC011024_v1/MC000101_v2/valve.step', 'EC011024_v1/MC000101_v2/valve copy.step'];

/** `sync --watch` in a process of its own, once it has compared the folder with the service. */
async function watching(folder: string, state: string, environment: NodeJS.ProcessEnv): Promise<RunningProcess> {
  const program = ['--application', 'Revit', '--application-version', '2025', '--quiet-time', '300'];
  const running = startCadsync(['sync', folder, '--watch', '--state', state, ...program], environment);
  onTestFinished(async () => {
    running.kill();
    await running.ended;
  });
  const calls = await untilAnswered(state, running);
  const isInStep = async (): Promise<boolean> =>
    (await calls.status.overview()).libraries.some((library) => {
      return library.running && library.unconfirmed === undefined;
    });
  await expect.poll(isInStep, { timeout: 60_000 }).toBe(true);
  return running;
}

describe('while `sync --watch` runs, a command about its files', () => {
  test('is carried out by it, at once', async () => {
    const { environment } = await service();
    const { second, mine, theirs } = await conflictBetweenTwo(environment);
    const { at, run, tell, sync, state, library } = second;
    // A file that is gone, and files that need a person.
    for (const path of [lock, one, other]) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), drawing);
    }
    writeFileSync(at('loose.step'), drawing);
    await sync();
    rmSync(at(lock));
    // For a while, a file that is gone may come back; it went a minute ago.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
    await sync().finally(() => vi.useRealTimers());
    const watch = await watching(library, state, environment);
    await watch.waitFor(
      /loose\.step: without a class\. Not sent: [^]*valve copy\.step: sharing a key|valve copy\.step: sharing a key[^]*loose\.step: without a class/,
    );

    expect(await run('library', 'list')).toMatchObject({ exitCode: 0, answer: { libraries: [{ root: library }] } });

    const assigned = await tell('assign', at('loose.step'), ...classes);
    expect(assigned).toMatchObject({ exitCode: 0, errors: '' });
    expect(assigned.output).toContain(
      'The sync that runs sends what is named here, as far as the settings of the library let it.',
    );
    await watch.waitFor(/loose\.step: Saved as draft/);

    expect(await run('pick', at(one))).toMatchObject({ exitCode: 0, answer: { unassigned: [at(other)] } });
    await watch.waitFor(/valve\.step: Saved as draft/);

    expect(await run('restore', at(lock))).toMatchObject({ exitCode: 0, answer: { paths: [at(lock)] } });
    await watch.waitFor(/lock\.step: Fetched/);
    expect(readFileSync(at(lock)).equals(drawing)).toBe(true);

    const shown = await run('resolve', at(drawingPath));
    expect(shown).toMatchObject({ exitCode: 2, answer: { theirs: { version: '0.2', sizeBytes: theirs.length } } });
    expect(await run('resolve', at(drawingPath), '--keep', 'theirs')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(at(drawingPath)).equals(theirs)).toBe(true);

    const { answer } = await run('backups', at(drawingPath));
    const [kept] = answer['copies'] as { copy: string }[];
    expect(await run('restore-backup', kept?.copy ?? '')).toMatchObject({ exitCode: 0 });
    await watch.waitFor(/radiator\.step: Saved as draft 0\.3/);
    expect(readFileSync(at(drawingPath)).equals(mine)).toBe(true);

    expect(await run('backups', at('nothing.step'))).toMatchObject({
      exitCode: 1,
      answer: { error: { code: 'unknown-item' } },
    });
    expect(await run('pick', at(one))).toMatchObject({ exitCode: 1, answer: { error: { code: 'key-not-shared' } } });
    const elsewhere = await run('resolve', join(state, 'pump.rfa'));
    expect(elsewhere.answer).toMatchObject({
      error: { code: 'unknown-item', detail: expect.stringContaining('pump.rfa') as unknown },
    });

    // Whoever left another folder to it would wait for nothing.
    const apart = libraryWith({ 'door.step': drawing });
    const refused = await syncOnce(apart, state, environment);
    expect(refused).toMatchObject({ exitCode: 1, summary: { error: { code: 'library-in-use' } } });
    expect(refused.errors).toContain(`It syncs ${library}, and not ${apart}: that waits until it has ended.`);
    expect((await syncOnce(library, state, environment)).errors).not.toContain('It syncs');

    // What a killed one leaves stands in nobody's way.
    watch.kill('SIGKILL');
    await watch.ended;
    expect(await run('library', 'list')).toMatchObject({ exitCode: 0, answer: { libraries: [{ root: library }] } });
  });

  test.skipIf(process.platform === 'win32')(
    'is told that its state was removed, and no other one starts beside it',
    async () => {
      const { environment } = await service();
      const { at, run, state, library, sync } = workplace(environment, { [lock]: drawing });
      await sync();
      await watching(library, state, environment);
      for (const name of ['state.db', 'state.db-wal']) rmSync(join(state, name));
      writeFileSync(at(lock), Buffer.concat([Buffer.from('/* later */'), drawing]));
      const paused = { reason: { code: 'libraryPaused', error: { code: 'state-taken-away' } } };
      await expect
        .poll(() => run('status'), { timeout: 60_000 })
        .toMatchObject({ exitCode: 2, answer: { libraries: [{ running: true, paused }] } });
      const refused = { exitCode: 1, answer: { error: { code: 'state-taken-away' } } };
      expect(await run('library', 'pause', library)).toMatchObject(refused);
      const other = await syncOnce(libraryWith({}), state, environment);
      expect(other).toMatchObject({ exitCode: 1, summary: { error: { code: 'library-in-use' } } });
      expect(await run('status')).toMatchObject({ exitCode: 2 });
    },
  );

  test('is carried out for a library that it does not watch too; and the run ends with its own library', async () => {
    const { environment } = await service();
    const { at, run, tell, state, library, sync } = workplace(environment, { [lock]: drawing });
    const resting = libraryWith({ 'loose.step': drawing });
    await sync();
    await syncOnce(resting, state, environment);
    const watch = await watching(library, state, environment);

    const told = await tell('assign', join(resting, 'loose.step'), ...classes);
    expect(told).toMatchObject({ exitCode: 0, errors: '' });
    expect(told.output).toContain(
      'The next sync sends what is named here, as far as the settings of the library let it.',
    );
    expect(readFileSync(join(resting, '.cadlibrary.json'), 'utf8')).toContain('EC011025');
    expect(await run('library', 'set', resting, '--follow', 'releases')).toMatchObject({ exitCode: 0 });

    const held = { root: library, settings: { upload: 'onPublish', follow: 'drafts' } };
    expect(await run('library', 'set', library, '--upload', 'on-publish')).toMatchObject({
      exitCode: 0,
      answer: { done: true, library: held },
    });
    const { answer } = await run('library', 'list');
    expect(answer['libraries']).toHaveLength(2);
    expect(answer['libraries']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          root: resting,
          settings: expect.objectContaining({ follow: 'releases' }) as unknown,
        }),
      ]),
    );
    writeFileSync(at(lock), Buffer.concat([Buffer.from('/* later */'), drawing]));
    await expect.poll(async () => (await run('status', at(lock))).exitCode).toBe(3);
    expect(await run('library', 'remove', library)).toMatchObject({
      exitCode: 2,
      answer: { done: false, atStake: { files: [lock] } },
    });
    expect(await run('library', 'remove', library, '--yes')).toMatchObject({
      exitCode: 0,
      answer: { removed: library },
    });
    expect(await watch.ended).toBe(0);
    expect((await run('library', 'list')).answer).toMatchObject({ libraries: [{ root: resting }] });
  });
});
