import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleDrawing } from './samples.ts';
import { nothingLeft, service } from './sync-once.ts';
import { workplace } from './workplace.ts';

const drawing = sampleDrawing('step/Simple door.step');
const folder = 'EC011022_v7/MC000101_v2';
const [one, other] = [`${folder}/radiator.step`, `${folder}/radiator copy.step`];

describe('cadsync pick', () => {
  test('of two files with one key the named one is sent, and the other stays byte for byte, unassigned', async () => {
    const { environment } = await service();
    const copy = Buffer.from(drawing.toString('latin1').replace('DATA;', 'DATA; /* a copy */'), 'latin1');
    const { at, sync, run } = workplace(environment, { [one]: drawing, [other]: copy });
    const { summary, exitCode } = await sync();
    expect({ exitCode, summary }).toMatchObject({ exitCode: 2, summary: { uploaded: 0, doublyClaimed: 2 } });

    expect(await run('pick', at(one))).toMatchObject({
      exitCode: 0,
      answer: { picked: at(one), unassigned: [at(other)] },
    });

    const after = await sync();
    expect(after.summary).toMatchObject({ ...nothingLeft, uploaded: 1, unassigned: 1 });
    expect(readFileSync(at(other)).equals(copy)).toBe(true);

    expect(await run('pick', at(one))).toMatchObject({ exitCode: 1, answer: { error: { code: 'key-not-shared' } } });
  });

  test('is named where it is told why such a file is not sent', async () => {
    const { environment } = await service();
    const { at, sync, tell } = workplace(environment, { [one]: drawing, [other]: drawing });
    await sync();
    const told = await tell('status', at(one));
    expect(told.exitCode).toBe(2);
    expect(told.output).toContain('Choose the right one');
    expect(told.output).toContain('cadsync pick');
  });
});
