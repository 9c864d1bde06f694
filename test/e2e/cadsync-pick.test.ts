import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCadsync } from './processes.ts';
import { sampleDrawing } from './samples.ts';
import { libraryWith, nothingLeft, service, syncOnce } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';

const drawing = sampleDrawing('step/Simple door.step');
const folder = 'EC011022_v7/MC000101_v2';
const [one, other] = [`${folder}/radiator.step`, `${folder}/radiator copy.step`];

describe('cadsync pick', () => {
  test('of two files with one key the named one is sent, and the other stays byte for byte, unassigned', async () => {
    const { environment } = await service();
    const state = temporaryFolder();
    const copy = Buffer.from(drawing.toString('latin1').replace('DATA;', 'DATA; /* a copy */'), 'latin1');
    const library = libraryWith({ [one]: drawing, [other]: copy });
    const { summary, exitCode } = await syncOnce(library, state, environment);
    expect({ exitCode, summary }).toMatchObject({ exitCode: 2, summary: { uploaded: 0, doublyClaimed: 2 } });

    const picked = await runCadsync(['pick', join(library, one), '--state', state, '--json'], environment);
    expect(JSON.parse(picked.output)).toEqual({ picked: join(library, one), unassigned: [join(library, other)] });
    expect(picked.exitCode).toBe(0);

    const after = await syncOnce(library, state, environment);
    expect(after.summary).toMatchObject({ ...nothingLeft, uploaded: 1, unassigned: 1 });
    expect(readFileSync(join(library, other)).equals(copy)).toBe(true);

    const again = await runCadsync(['pick', join(library, one), '--state', state, '--json'], environment);
    expect(again.exitCode).toBe(1);
    expect(JSON.parse(again.output)).toMatchObject({ error: { code: 'key-not-shared' } });
  });

  test('is named where it is told why such a file is not sent', async () => {
    const { environment } = await service();
    const state = temporaryFolder();
    const library = libraryWith({ [one]: drawing, [other]: drawing });
    await syncOnce(library, state, environment);
    const told = await runCadsync(['status', join(library, one), '--state', state], environment);
    expect(told.exitCode).toBe(2);
    expect(told.output).toContain('Say which one is the one');
    expect(told.output).toContain('cadsync pick');
  });
});
