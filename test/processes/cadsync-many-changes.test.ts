import { cpSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
