import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';
import { runCommand } from '../processes/run-command.ts';
import { startService } from '../processes/service-process.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';

describe('the question about many files', () => {
  test('is answered with the keyboard, and what was left can be taken later', async () => {
    const { page, engine } = await openWindow('manyChanges');
    const gone = page.getByRole('region', { name: '63 of 420 files are gone from Revit 2025.' });
    await gone.getByRole('button', { name: 'Bring them back' }).focus();
    await page.keyboard.press('Enter');
    await gone.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Leave them for now' }).press('Enter');
    await page.getByText('51 files in AutoCAD symbols and everything else stay older').first().waitFor();
    await page.getByRole('button', { name: 'Replace them' }).press('Enter');
    await expect
      .poll(() => callsOf(engine, 'libraries.answerChanges').map((call) => call.input))
      .toEqual([
        { libraryId: 'revit', kind: 'removal', lastChangeId: 63, answer: 'keep' },
        { libraryId: 'other', kind: 'overwrite', lastChangeId: 51, answer: 'keep' },
        { libraryId: 'other', kind: 'overwrite', lastChangeId: 51, answer: 'goOn' },
      ]);
  });
});

/** A library of six files that is synced by the command, once each time. */
async function openLibrary() {
  const service = await startService(temporaryFolder());
  onTestFinished(async () => {
    service.process.kill();
    await service.process.ended;
  });
  const [library, state] = [join(temporaryFolder(), 'library'), temporaryFolder()];
  const paths = Array.from({ length: 6 }, (_, n) => join(library, `EC00000${n}_v1/MC000001_v1/part ${n}.dxf`));
  for (const path of paths) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `999\n${path}\n0\nSECTION\n0\nENDSEC\n0\nEOF\n`);
  }
  const run = (...more: string[]) => {
    const args = ['--once', '--application', 'Revit', '--application-version', '2025', '--quiet-time', '300'];
    return runCommand(['sync', library, '--state', state, ...args, ...more, '--json'], service.environment);
  };
  const sync = async (...more: string[]) => {
    const { exitCode, output } = await run(...more);
    return { exitCode, summary: JSON.parse(output) as Record<string, unknown> };
  };
  return { library, paths, run, sync };
}

describe('cadsync sync', () => {
  test('says that many files are gone and does nothing about it until it is told what to do', async () => {
    const { paths, run, sync } = await openLibrary();
    expect(await sync()).toMatchObject({ exitCode: 0, summary: { uploaded: 6 } });
    for (const path of paths.slice(0, 5)) rmSync(path);
    const asked = { exitCode: 2, summary: { heldBack: 5, questions: [{ kind: 'removal', count: 5 }] } };
    expect(await sync()).toMatchObject(asked);
    expect(await sync()).toMatchObject(asked);
    expect(paths.map((path) => existsSync(path)).filter(Boolean)).toHaveLength(1);
    expect(await sync('--many-changes', 'keep')).toMatchObject({
      exitCode: 0,
      summary: { downloaded: 5, heldBack: 0 },
    });
    for (const path of paths) expect(readFileSync(path, 'utf8')).toContain(path);
    for (const path of paths.slice(0, 5)) rmSync(path);
    expect(await sync('--many-changes', 'go-on')).toMatchObject({ exitCode: 0, summary: { heldBack: 0 } });
    expect(await sync()).toMatchObject({ exitCode: 0, summary: { downloaded: 0, heldBack: 0 } });
    expect(await run('--many-changes', 'perhaps')).toMatchObject({ exitCode: 64 });
  });

  test('says that a library was restored from an old copy, and brings back what the service has when told to', async () => {
    const { library, paths, sync } = await openLibrary();
    const dayAgo = new Date(Date.now() - 86_400_000);
    for (const path of paths) utimesSync(path, dayAgo, dayAgo);
    expect(await sync()).toMatchObject({ exitCode: 0, summary: { uploaded: 6 } });
    const copy = join(temporaryFolder(), 'copy');
    cpSync(library, copy, { recursive: true, preserveTimestamps: true });
    for (const path of paths) writeFileSync(path, readFileSync(path, 'utf8').replace('999', '999\nsaved again\n999'));
    expect(await sync()).toMatchObject({ exitCode: 0, summary: { uploaded: 6 } });
    cpSync(copy, library, { recursive: true, preserveTimestamps: true });
    const asked = { uploaded: 0, heldBack: 6, questions: [{ kind: 'rollback', count: 6 }] };
    expect(await sync()).toMatchObject({ exitCode: 2, summary: asked });
    expect(await sync('--many-changes', 'keep')).toMatchObject({
      exitCode: 0,
      summary: { uploaded: 0, downloaded: 6, heldBack: 0 },
    });
    for (const path of paths) expect(readFileSync(path, 'utf8')).toContain('saved again');
    const kept = readdirSync(join(library, '.cadlibrary', 'backup'), { recursive: true }).map(String);
    expect(kept.filter((path) => path.endsWith('.dxf'))).toHaveLength(6);
  });
});
