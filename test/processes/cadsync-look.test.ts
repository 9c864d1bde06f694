import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it } from 'vitest';
import { runCadsync } from './processes.ts';
import { runCommand } from './run-command.ts';
import { sampleDrawing } from './samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'cadsync-look-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const box = (width: number): string =>
  `o box\nv 0 0 0\nv ${width} 0 0\nv ${width} 300 0\nv 0 300 0\nv 0 0 20\nv ${width} 0 20\nv ${width} 300 20\nv 0 300 20\n` +
  'f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n';

describe('cadsync look', () => {
  it('draws what is in a file', async () => {
    const out = join(folder, 'valve.png');
    const drawing = put('valve.step', sampleDrawing('step/DN15_FIG_130.step'));
    const { exitCode, output } = await runCadsync(['look', drawing, '--out', out, '--size', '128']);
    expect(exitCode, output).toBe(0);
    const { width, height, data } = PNG.sync.read(readFileSync(out));
    expect([width, height]).toEqual([128, 128]);
    expect(data.some((value) => value > 0)).toBe(true);
  });

  it('draws under as long a name as the disk holds', async () => {
    const out = join(folder, `${'a'.repeat(251)}.png`);
    const { exitCode, errors } = await runCommand(['look', put('box.obj', box(600)), '--out', out]);
    expect([exitCode, errors, readdirSync(folder).includes(basename(out))]).toEqual([0, '', true]);
  });

  it('says of a format that only its program can draw that it is so', async () => {
    const out = join(folder, 'none.png');
    const { exitCode, errors } = await runCommand(['look', put('family.rfa', 'x'), '--out', out]);
    expect(exitCode).toBe(1);
    expect(errors).toContain('Only the program this file comes from can show its shapes.');
  });

  it.each([
    ['a missing file', 'nothere.step', 'There is no such file.'],
    ['a folder', '', 'This is a folder, not a file.'],
    ['a PDF', 'manual.pdf', 'This is not a CAD file that can be shown.'],
  ])('names %s, and says what to do', async (_, name, sentence) => {
    put('manual.pdf', '%PDF-1.7');
    const file = join(folder, name);
    const look = await runCommand(['look', file, '--out', join(folder, 'none.png')]);
    const compare = await runCommand(['compare', put('there.obj', box(600)), file]);
    for (const { exitCode, output, errors } of [look, compare]) {
      expect(exitCode).toBe(1);
      expect(`${output}${errors}`).toContain(sentence);
      expect(`${output}${errors}`).toContain(name === '' ? folder : name);
      expect(`${output}${errors}`).toMatch(/Check the name of the file|Choose a STEP/);
    }
  });

  it('says when the picture cannot be written', async () => {
    const args = ['look', put('a.obj', box(600)), '--out', join(folder, 'nowhere', 'a.png')];
    const { exitCode, errors } = await runCommand(args);
    expect(exitCode).toBe(1);
    expect(errors).toContain('The picture could not be written.');
  });

  it('never writes over a drawing that was named in the place of a picture', async () => {
    const text = box(600);
    const drawing = put('kept.obj', text);
    symlinkSync(drawing, join(folder, 'link.png'));
    // Nobody can read what is there.
    symlinkSync('loop.png', join(folder, 'loop.png'));
    for (const out of [drawing, join(folder, 'link.png'), join(folder, 'loop.png'), put('drawing.png', 'AC1032')]) {
      const { exitCode, errors } = await runCommand(['look', drawing, '--out', out]);
      expect(exitCode).toBe(1);
      expect(errors).toContain('The picture could not be written.');
    }
    expect(readFileSync(drawing, 'utf8')).toBe(text);
    expect(readFileSync(join(folder, 'drawing.png'), 'utf8')).toBe('AC1032');
    const picture = join(folder, 'again.png');
    for (let time = 0; time < 2; time += 1) {
      expect((await runCommand(['look', drawing, '--out', picture, '--size', '64'])).exitCode).toBe(0);
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('refuses a size that is no size', async () => {
    const { exitCode } = await runCommand(['look', 'a.obj', '--out', 'a.png', '--size', '1e9']);
    expect(exitCode).toBe(64);
  });
});

describe('cadsync compare', () => {
  it('tells what differs, in words and for programs, and draws it', async () => {
    const [before, after, out] = [put('1.obj', box(600)), put('2.obj', box(800)), join(folder, 'difference.png')];
    const text = await runCadsync(['compare', before, after, '--out', out]);
    expect(text.exitCode).toBe(0);
    expect(text.output).toContain('Width 600 → 800, “box” changed, width 600 → 800.');
    expect(PNG.sync.read(readFileSync(out)).width).toBe(1024);
    const { output } = await runCommand(['compare', before, after, '--json', '--language', 'nl', '--distance']);
    expect(JSON.parse(output)).toMatchObject({
      summary: 'Breedte 600 → 800, “box” gewijzigd, breedte 600 → 800',
      isSameFile: false,
      shapes: { of: 'model', changes: [{ kind: 'changed', name: 'box' }], unchanged: 0, distance: { greatest: 200 } },
    });
  });

  it('fails where one of the files is broken, and names it', async () => {
    const [whole, broken] = [put('whole.obj', box(600)), put('broken.obj', 'f 1 2 3')];
    const { exitCode, output } = await runCommand(['compare', whole, broken]);
    expect(exitCode).toBe(1);
    expect(output).toContain('broken.obj');
  });

  it('tells of every format what it says about itself', async () => {
    const [before, after] = [put('1.rfa', 'x'), put('2.rfa', 'x'.repeat(9_000))];
    const { exitCode, output } = await runCommand(['compare', before, after]);
    expect(exitCode).toBe(0);
    expect(output).toContain('The shapes were not compared.');
    expect(output).toContain('file size 1 byte → 9 kB');
  });
});
