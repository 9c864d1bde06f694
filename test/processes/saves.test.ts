import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cadKindOf } from '../../shared/model/cad-kind.ts';
import { createDiskPlayer } from '../fakes/saves/play-on-disk.ts';
import { recordedSaves } from '../fakes/saves/recorded-saves.ts';
import { runCadsync, startCadsync } from './processes.ts';
import { startService, type ServiceProcess } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** One program in a folder of its own, whose class no other has. */
const programs = recordedSaves.map((recorded, index) => {
  const classCode = `EC${String(index + 1).padStart(6, '0')}`;
  const application = cadKindOf(recorded.drawing)?.application ?? 'Revit';
  const place = `${application}/2025/${classCode}/1/MC000001/1/Template?LanguageCode=`;
  return { recorded, application, place, folder: join(classCode, 'MC000001') };
});

/** Texts of all versions of a key, oldest first. */
async function versionsOf(service: ServiceProcess, place: string): Promise<string[]> {
  const { versions } = (await service.getJson(`/api/v1/Versions/${place}`)) as {
    versions?: readonly { readonly major: number; readonly minor: number }[];
  };
  const texts: string[] = [];
  for (const { major, minor } of versions ?? []) {
    const { bytes } = await service.get(`/api/v1/Files/${place}&MajorVersion=${major}&MinorVersion=${minor}`);
    texts.unshift(bytes.toString('utf8'));
  }
  return texts;
}

test('every program’s save in a real, watched folder makes one new version of the same item', async () => {
  const service = await startService(temporaryFolder());
  const library = join(temporaryFolder(), 'library');
  const players = programs.map(({ recorded, folder }) => createDiskPlayer(join(library, folder), recorded));
  for (const player of players) player.begin();
  const names = new Set(['Revit', ...programs.map(({ application }) => application)]);
  const declared = [...names].flatMap((name) => ['--application', `${name} 2025`]);
  const args = ['sync', library, '--state', temporaryFolder(), ...declared];
  // What is written here has no end mark: that it is not whole tells only that it moves, also on a busy machine.
  const watching = [...args, '--watch', '--json', '--quiet-time', '5000'];
  const sync = startCadsync(watching, service.environment);
  onTestFinished(async () => {
    for (const running of [sync, service.process]) {
      running.kill();
      await running.ended;
    }
  });
  const all = async () =>
    Object.fromEntries(
      await Promise.all(
        programs.map(async ({ recorded, place }) => [recorded.program, await versionsOf(service, place)] as const),
      ),
    );
  const expected = (...saves: number[]) =>
    Object.fromEntries(
      programs.map(({ recorded }, index) => [recorded.program, saves.map((save) => players[index]?.textOf(save))]),
    );

  await expect.poll(all, { timeout: 60_000, interval: 1_000 }).toEqual(expected(0));
  await Promise.all(players.map((player) => player.session()));
  await expect.poll(all, { timeout: 60_000, interval: 1_000 }).toEqual(expected(0, 1));
  sync.kill();
  await sync.ended;
  const { output } = await runCadsync([...args, '--once', '--json'], service.environment);
  const nothing = { uploaded: 0, downloaded: 0, conflicts: 0, unassigned: 0, doublyClaimed: 0, waiting: 0, failed: 0 };
  expect(JSON.parse(output)).toMatchObject(nothing);
  expect(await all()).toEqual(expected(0, 1));
});
