import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';
import { sampleDrawing } from './samples.ts';
import { nothingLeft, service } from './sync-once.ts';
import { conflictBetweenTwo, drawingPath, workplace } from './workplace.ts';

/** A conflict, at the computer that found it; theirs was published. */
async function conflict() {
  const { environment } = await service();
  const release = ['release', 'Revit/2025/EC011022/7/MC000101/2/Template', '--comment', 'Wider flange'];
  return conflictBetweenTwo(environment, () => runCommand(release, environment));
}

const aMoment: unknown = expect.any(Number);

describe('cadsync resolve', () => {
  test('without an answer shows both versions with date, size and comment, and changes nothing', async () => {
    const { second, mine, theirs } = await conflict();
    const { exitCode, answer } = await second.run('resolve', second.at(drawingPath));
    expect({ exitCode, answer }).toMatchObject({
      exitCode: 2,
      answer: {
        mine: { path: second.at(drawingPath), sizeBytes: mine.length, changedAtMs: aMoment },
        theirs: { version: '1.0', comment: 'Wider flange', sizeBytes: theirs.length, changedAtMs: aMoment },
      },
    });
    expect(readFileSync((answer['theirs'] as { path: string }).path).equals(theirs)).toBe(true);
    expect((await second.sync()).summary).toMatchObject({ uploaded: 0, conflicts: 1 });
    const shown = await second.tell('resolve', second.at(drawingPath));
    expect(shown.output).toMatch(/Theirs: version 1\.0, .*“Wider flange”/);
    const told = await second.tell('status', second.at(drawingPath));
    expect(told.output).toContain('cadsync resolve');
  });

  test('says of a copy of theirs that is gone that it is fetched again, and shows no path for it', async () => {
    const { second } = await conflict();
    const at = second.at(drawingPath);
    const { answer } = await second.run('resolve', at);
    const { path } = answer['theirs'] as { path: string };
    rmSync(path);
    const shown = await second.tell('resolve', at);
    expect(shown.output).toContain('Theirs: version 1.0, whose copy here is gone.');
    expect(shown.output).not.toContain(path);
    expect(await second.run('resolve', at, '--keep', 'both')).toMatchObject({
      exitCode: 1,
      answer: { error: { code: 'other-version-gone' } },
    });
    await second.sync();
    expect((await second.run('resolve', at, '--keep', 'both')).exitCode).toBe(0);
  });

  test('mine becomes the next draft after theirs', async () => {
    const { second, mine } = await conflict();
    expect((await second.run('resolve', second.at(drawingPath), '--keep', 'mine')).exitCode).toBe(0);
    expect(await second.sync()).toMatchObject({ exitCode: 0, summary: { ...nothingLeft, uploaded: 1 } });
    expect(readFileSync(second.at(drawingPath)).equals(mine)).toBe(true);
  });

  test('theirs takes the place of mine, which is kept', async () => {
    const { second, mine, theirs } = await conflict();
    expect((await second.run('resolve', second.at(drawingPath), '--keep', 'theirs')).exitCode).toBe(0);
    expect(readFileSync(second.at(drawingPath)).equals(theirs)).toBe(true);
    const { copies } = (await second.run('backups')).answer as { copies: { copy: string; reason: string }[] };
    expect(copies).toMatchObject([{ reason: 'tookTheirs' }]);
    expect(readFileSync(copies[0]?.copy ?? '').equals(mine)).toBe(true);
    expect(await second.sync()).toMatchObject({ exitCode: 0, summary: { ...nothingLeft, uploaded: 0 } });
  });

  test('both: theirs takes the place of mine, which stands beside it, unassigned', async () => {
    const { second, mine, theirs } = await conflict();
    expect((await second.run('resolve', second.at(drawingPath), '--keep', 'both')).exitCode).toBe(0);
    const names = readdirSync(dirname(second.at(drawingPath)));
    expect(names).toEqual(['radiator (mine).step', 'radiator.step']);
    expect(readFileSync(second.at(drawingPath)).equals(theirs)).toBe(true);
    expect(readFileSync(second.at(drawingPath.replace('.step', ' (mine).step'))).equals(mine)).toBe(true);
    expect(await second.sync()).toMatchObject({ summary: { ...nothingLeft, uploaded: 0, unassigned: 1 } });
  });

  test('names theirs where it is in another format, and so stands under another name', async () => {
    const { environment } = await service();
    const drawing = sampleDrawing('step/cabinet_lock_40x42mm.step');
    await workplace(environment, { [drawingPath]: drawing }).sync();
    const mine = drawingPath.replace('.step', '.stl');
    const place = workplace(environment, { [mine]: 'solid mine\nendsolid mine\n' });
    expect((await place.sync()).summary).toMatchObject({ conflicts: 1 });
    for (const keep of ['both', 'theirs']) {
      const told = await place.tell('resolve', place.at(mine), '--keep', keep);
      expect(told.output).toContain(` in ${place.at(drawingPath)} now.`);
      expect(readFileSync(place.at(drawingPath)).equals(drawing)).toBe(true);
      expect((await place.run('resolve', place.at(drawingPath), '--undo')).answer).toMatchObject({ reopened: true });
    }
  });

  test('can be undone as long as nothing was sent, and says what was', async () => {
    const { second, mine, theirs } = await conflict();
    const at = second.at(drawingPath);
    for (const keep of ['both', 'theirs', 'mine']) {
      expect((await second.run('resolve', at, '--keep', keep)).exitCode).toBe(0);
      const undone = await second.run('resolve', at, '--undo');
      expect(undone).toMatchObject({ exitCode: 0, answer: { path: at, reopened: true } });
      expect(readFileSync(at).equals(mine)).toBe(true);
      expect(readdirSync(dirname(at))).toEqual(['radiator.step']);
    }
    const sides = (await second.run('resolve', at)).answer as { theirs: { path: string } };
    expect(readFileSync(sides.theirs.path).equals(theirs)).toBe(true);
    await second.run('resolve', at, '--keep', 'mine');
    expect((await second.sync()).summary).toMatchObject({ uploaded: 1 });
    expect(await second.run('resolve', at, '--undo')).toMatchObject({
      exitCode: 1,
      answer: { path: at, reopened: false, version: '1.1' },
    });
  });

  test('whose own file was deleted says so, and promises nothing about it', async () => {
    const { second } = await conflict();
    rmSync(second.at(drawingPath));
    for (const answer of [[], ['--keep', 'mine'], ['--keep', 'theirs']]) {
      const told = await second.tell('resolve', second.at(drawingPath), ...answer);
      expect(told.exitCode).toBe(1);
      expect(told.errors).toContain('gone from the library');
    }
    expect((await second.sync()).summary).toMatchObject({ conflicts: 0, uploaded: 0 });
    const over = await second.tell('resolve', second.at(drawingPath));
    expect(over.errors).toContain('The file is in no conflict');
  });

  test('says of a library that is not there nothing about its files', async () => {
    const { second } = await conflict();
    renameSync(second.library, `${second.library} away`);
    mkdirSync(second.library);
    const told = await second.run('resolve', second.at(drawingPath), '--keep', 'mine');
    expect(told).toMatchObject({ exitCode: 1, answer: { error: { code: 'library-unproven' } } });
  });

  test('says of a file without a conflict that there is none, and of an answer that is none how to ask', async () => {
    const { environment } = await service();
    const { sync, run, at } = workplace(environment, { [drawingPath]: 'ISO-10303-21;\nEND-ISO-10303-21;\n' });
    await sync();
    for (const answer of [[], ['--keep', 'mine']]) {
      const { exitCode, answer: told } = await run('resolve', at(drawingPath), ...answer);
      expect({ exitCode, told }).toMatchObject({ exitCode: 1, told: { error: { code: 'no-conflict' } } });
    }
    for (const answer of [
      ['--keep', 'ours'],
      ['--keep', 'mine', '--against', 'theirs'],
      ['--against', '0.1'],
      ['--undo', '--against', '0.1'],
    ])
      expect((await run('resolve', at(drawingPath), ...answer)).exitCode, answer.join(' ')).toBe(64);
  });

  test('takes many files and folders at once, a line for each, and goes on where one fails', async () => {
    const { environment } = await service();
    const paths = [1, 2, 3].map((model) => `EC011022_v7/MC00010${model}_v2/radiator.step`);
    const drawing = (text: string) => `ISO-10303-21;\n/* ${text} */\nEND-ISO-10303-21;\n`;
    const all = (text: string) => Object.fromEntries(paths.map((path) => [path, drawing(text)]));
    const [first, second] = [workplace(environment, all('base')), workplace(environment, all('base'))];
    for (const one of [first, second]) expect((await one.sync()).exitCode).toBe(0);
    for (const path of paths) {
      writeFileSync(first.at(path), drawing('theirs'));
      writeFileSync(second.at(path), drawing('mine, longer'));
    }
    await first.sync();
    expect((await second.sync()).summary).toMatchObject({ conflicts: 3 });
    const [one = '', ...others] = paths;
    const shown = await second.tell('resolve', second.library);
    expect(shown.exitCode).toBe(2);
    expect(shown.output.match(/^Mine: /gm)).toHaveLength(3);
    const unknown = second.at('EC011022_v7/nothing.step');
    const told = await second.tell('resolve', unknown, second.at(one), '--keep', 'mine');
    expect(told).toMatchObject({
      exitCode: 1,
      output: `${second.at(one)}: yours counts, not 0.2. The next sync sends it as the next draft, as far as the settings of the library let it.\n`,
    });
    expect(told.errors).toContain(`${unknown}: `);
    const { exitCode, output } = await second.tell('resolve', second.at('EC011022_v7'), '--keep', 'theirs');
    expect({ exitCode, lines: output.trim().split('\n') }).toEqual({
      exitCode: 0,
      lines: others.map((path): unknown => expect.stringContaining(`${second.at(path)}: theirs (`)),
    });
    expect(await second.sync()).toMatchObject({ exitCode: 0, summary: { ...nothingLeft, uploaded: 1 } });
  });
});
