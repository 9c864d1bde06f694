import { renameSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sampleDrawing } from './samples.ts';
import { service } from './sync-once.ts';
import { drawingPath, workplace } from './workplace.ts';

const drawing = sampleDrawing('step/Simple door.step');

test('a run that ends names the file that is half written and the one that waits for it, and status says the same', async () => {
  const { environment } = await service();
  const { at, sync, tell } = workplace(environment, { [drawingPath]: drawing });
  await sync();
  const [moved, half] = ['moved', 'half'].map((name) => drawingPath.replace('radiator', name)) as [string, string];
  renameSync(at(drawingPath), at(moved));
  writeFileSync(at(moved), Buffer.concat([Buffer.from('/* saved elsewhere */\n'), drawing]));
  writeFileSync(at(half), drawing.subarray(0, drawing.length / 2));
  const { summary } = await sync();
  expect(summary).toMatchObject({ uploaded: 0, waiting: 2 });
  expect(summary).toMatchObject({
    files: [
      { path: half, state: 'settling', reason: expect.stringContaining('half written') as unknown },
      { path: moved, state: 'waiting', reason: expect.stringContaining(`${half} has not been read yet`) as unknown },
    ],
  });
  expect((await tell('status', at(moved))).output).toContain(`Not sent yet: ${half} has not been read yet`);
  expect((await tell('status', at(half))).output).toContain('It has not been read yet');
});

test('withdrawing from a file that was not read does not say that it has no class', async () => {
  const { environment } = await service();
  const half = 'EC049997/MC000001/half.step';
  const { at, sync, tell } = workplace(environment, { [half]: drawing.subarray(0, drawing.length / 2) });
  await sync();
  const { output, errors } = await tell('release', at(half), '--withdraw');
  expect(output + errors).not.toContain('has no class');
});

test('sync and status count the same file once', async () => {
  const { environment } = await service();
  const half = 'EC049996/MC000001/half.step';
  const [first, second] = [drawing, drawing.subarray(0, drawing.length / 2)].map((bytes) =>
    workplace(environment, { [half]: bytes }),
  );
  await first?.sync();
  const run = await second?.sync();
  const answer = (await second?.run('status'))?.answer;
  expect((answer?.['libraries'] as { files: object }[])[0]?.files).toEqual({ settling: 1 });
  expect(run?.summary.waiting).toBe(1);
});
