import { createWorld, keyOf, recordOf } from '../fakes/engine/world.ts';
import type { NameRule } from '../fakes/engine/stored-files.ts';
import type { Stage } from './stage.ts';

/** The engine on fakes. */
export async function openFakeStage(names: NameRule): Promise<Stage & { close(): Promise<void> }> {
  const classCode = 'EC000001';
  const key = keyOf(classCode);
  const world = createWorld({ names });
  await world.open();
  // The backup folder is to hold what was replaced, and no saves that cannot be sent.
  world.engine.saveSettings({ historyDays: 0 });
  const { disk, watcher } = world;
  return {
    classCode,
    save: (path, text) => world.save(path, text),
    move(from, to) {
      disk.rename(from, to);
      watcher.hint(from);
      watcher.hint(to);
    },
    remove(path) {
      disk.delete(path);
      watcher.hint(path);
    },
    async draftElsewhere(text) {
      await world.clock.advance(1_000);
      world.service.versions.publishElsewhere({ ...recordOf(classCode), fileExtension: 'step' }, text);
    },
    async releaseElsewhere() {
      const { versions } = world.service;
      const [version = ''] = versions.history(key).at(-1)?.split(' ') ?? [];
      const [majorVersion = '', minorVersion = ''] = version.split('.');
      const place = {
        applicationName: 'Revit',
        applicationVersion: '2025',
        etimClassCode: classCode,
        etimClassCodeVersion: '1',
        etimModelCode: 'MC000001',
        etimModelCodeVersion: '1',
        type: 'Template',
      };
      await world.service.port.call('release', {
        params: place,
        query: { languageCode: '', majorVersion, minorVersion },
        body: { comments: 'theirs' },
      });
    },
    publish: () => void world.publish([key], 'mine'),
    resolve: async (choice) => void (await world.engine.resolveConflict(world.libraryId(), key, choice)),
    pick: (path) => world.engine.picks.pick(world.libraryId(), path),
    async comeToRest() {
      const runner = world.engine.runnerOf(world.libraryId());
      runner.scanSoon();
      runner.pollSoon();
      await world.idle();
    },
    files: () =>
      Object.fromEntries(
        disk
          .paths()
          .filter((path) => path.endsWith('.step'))
          .map((path) => [path, disk.text(path) ?? '']),
      ),
    kept: (folder) =>
      disk
        .ownPaths()
        .filter((path) => path.startsWith(`.cadlibrary/${folder}/`) && path.endsWith('.step'))
        .map((path) => disk.text(path) ?? ''),
    versions: async () => world.service.versions.history(key),
    states: () => world.states(),
    close: () => world.close(),
  };
}
