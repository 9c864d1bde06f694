import { expect, it } from 'vitest';
import { createExplainer } from '../../../../electron/engine/explain/explainer.ts';
import { createFileList } from '../../../../electron/engine/state/file-list.ts';
import { createQueue } from '../../../../electron/engine/queue/queue.ts';
import { createWorld } from '../../../fakes/engine/world.ts';
import { notingReads } from '../../../fakes/engine/asked-statements.ts';

const fileCount = 40;

it('a question about many files in the queue looks through the queue once, and tells each its place', async () => {
  const world = createWorld();
  const paths = Array.from({ length: fileCount }, (_none, place) => `EC0000${10 + place}/MC000001/pump.rfa`);
  for (const path of paths) world.hold(path, 'bytes');
  const { arrived, letGo } = world.service.hold('findCurrentMetadata');
  await world.start();
  await world.addLibrary();
  await Promise.all([arrived, world.clock.advance(1_000)]);
  const { database, asked } = notingReads(world.database());
  const queue = createQueue(database, { steadyMs: () => 0, now: () => 0 }, () => 'first');
  const fileList = createFileList(database, {
    serviceId: () => 'first',
    isRunning: () => false,
    isConfirmed: () => true,
  });
  const [runner] = world.engine.runners();
  if (!runner) throw new Error('No library runs.');
  const explainer = createExplainer({
    ...{ database, queue, fileList, clock: world.clock, ignoresCase: false },
    serviceId: () => world.connectedTo,
    live: (_libraryId, path) => runner.facts(path),
  });
  const explain = explainer.forOneQuestion();
  const places = paths.map((path) => {
    const reason = explain(runner.context.library, path)?.explanation.reason;
    return reason?.code === 'queued' ? reason.ahead : undefined;
  });
  expect(places.toSorted((a, b) => (a ?? -1) - (b ?? -1))).toEqual(paths.map((_path, place) => place));
  expect(asked.filter(({ text }) => /FROM queue_entry/.test(text) && !text.includes('content_key'))).toHaveLength(1);
  letGo();
  await world.close();
});
