import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';
import { service } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { workplace } from './workplace.ts';

const drawing = (text: string): string => `999\n${text}\n0\nSECTION\n0\nENDSEC\n0\nEOF\n`;

test('two questions about many files get an answer each', async () => {
  const { environment } = await service();
  const paths = Array.from({ length: 10 }, (_, index) => `EC00000${index}_v1/MC000001_v1/part.dxf`);
  const place = workplace(environment, Object.fromEntries(paths.map((path) => [path, drawing(path)])));
  const dayAgo = new Date(Date.now() - 86_400_000);
  for (const path of paths) utimesSync(place.at(path), dayAgo, dayAgo);
  expect((await place.sync()).exitCode).toBe(0);
  const copy = join(temporaryFolder(), 'copy');
  cpSync(place.library, copy, { recursive: true, preserveTimestamps: true });
  for (const path of paths) writeFileSync(place.at(path), drawing(`${path} saved again`));
  expect((await place.sync()).exitCode).toBe(0);

  const [gone, back] = [paths.slice(0, 5), paths.slice(5)];
  for (const path of gone) rmSync(place.at(path));
  for (const path of back) cpSync(join(copy, path), place.at(path), { preserveTimestamps: true });
  const sync = async (...more: string[]) => {
    const args = [
      'sync',
      place.library,
      '--state',
      place.state,
      '--application',
      'Revit',
      '--application-version',
      '2025',
    ];
    return runCommand([...args, '--once', '--quiet-time', '300', ...more], environment);
  };
  const asked = await sync('--many-changes', 'go-on');
  expect(asked.exitCode).toBe(2);
  const status = await place.tell('status');
  for (const words of ['removals=go-on', 'removals=keep', 'rollbacks=go-on', 'rollbacks=keep']) {
    expect(asked.output).toContain(`--many-changes ${words}`);
    expect(status.output).toContain(`--many-changes ${words}`);
  }
  for (const path of gone) expect(existsSync(place.at(path))).toBe(false);

  const said = await sync('--many-changes', 'removals=keep', '--many-changes', 'rollbacks=go-on');
  expect(said).toMatchObject({ exitCode: 0 });
  for (const path of gone) expect(readFileSync(place.at(path), 'utf8')).toBe(drawing(`${path} saved again`));
  for (const path of back) expect(readFileSync(place.at(path), 'utf8')).toBe(drawing(path));
  expect((await sync('--many-changes', 'files=keep')).exitCode).toBe(64);
});

/** A library of six files that is synced by the command, once each time. */
async function openLibrary() {
  const { environment } = await service();
  const [library, state] = [join(temporaryFolder(), 'library'), temporaryFolder()];
  const paths = Array.from({ length: 6 }, (_, n) => join(library, `EC00000${n}_v1/MC000001_v1/part ${n}.dxf`));
  for (const path of paths) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `999\n${path}\n0\nSECTION\n0\nENDSEC\n0\nEOF\n`);
  }
  const run = (...more: string[]) => {
    const args = ['--once', '--application', 'Revit', '--application-version', '2025', '--quiet-time', '300'];
    return runCommand(['sync', library, '--state', state, ...args, ...more, '--json'], environment);
  };
  const sync = async (...more: string[]) => {
    const { exitCode, output } = await run(...more);
    return { exitCode, summary: JSON.parse(output) as Record<string, unknown> };
  };
  return { library, paths, run, sync };
}

describe('cadsync sync, of many files,', () => {
  test('says that they are gone and does nothing about it until it is told what to do', async () => {
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

  test('says that their library was restored from an old copy, and brings back what the service has when told to', async () => {
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
