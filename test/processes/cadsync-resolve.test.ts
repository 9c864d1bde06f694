import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';
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

  test('mine becomes the next draft after theirs', async () => {
    const { second, mine } = await conflict();
    expect((await second.run('resolve', second.at(drawingPath), 'mine')).exitCode).toBe(0);
    expect(await second.sync()).toMatchObject({ exitCode: 0, summary: { ...nothingLeft, uploaded: 1 } });
    expect(readFileSync(second.at(drawingPath)).equals(mine)).toBe(true);
  });

  test('theirs takes the place of mine, which is kept', async () => {
    const { second, mine, theirs } = await conflict();
    expect((await second.run('resolve', second.at(drawingPath), 'theirs')).exitCode).toBe(0);
    expect(readFileSync(second.at(drawingPath)).equals(theirs)).toBe(true);
    const { copies } = (await second.run('backups')).answer as { copies: { copy: string; reason: string }[] };
    expect(copies).toMatchObject([{ reason: 'tookTheirs' }]);
    expect(readFileSync(copies[0]?.copy ?? '').equals(mine)).toBe(true);
    expect(await second.sync()).toMatchObject({ exitCode: 0, summary: { ...nothingLeft, uploaded: 0 } });
  });

  test('both: theirs takes the place of mine, which stands beside it, unassigned', async () => {
    const { second, mine, theirs } = await conflict();
    expect((await second.run('resolve', second.at(drawingPath), 'both')).exitCode).toBe(0);
    const names = readdirSync(dirname(second.at(drawingPath)));
    expect(names).toEqual(['radiator (mine).step', 'radiator.step']);
    expect(readFileSync(second.at(drawingPath)).equals(theirs)).toBe(true);
    expect(readFileSync(second.at(drawingPath.replace('.step', ' (mine).step'))).equals(mine)).toBe(true);
    expect(await second.sync()).toMatchObject({ summary: { ...nothingLeft, uploaded: 0, unassigned: 1 } });
  });

  test('whose own file was deleted says so, and promises nothing about it', async () => {
    const { second } = await conflict();
    rmSync(second.at(drawingPath));
    for (const answer of [[], ['mine'], ['theirs']]) {
      const told = await second.tell('resolve', second.at(drawingPath), ...answer);
      expect(told.exitCode).toBe(1);
      expect(told.errors).toContain('gone from the library');
    }
    expect((await second.sync()).summary).toMatchObject({ conflicts: 0, uploaded: 0 });
    const over = await second.tell('resolve', second.at(drawingPath));
    expect(over.errors).toContain('There is no conflict');
  });

  test('says of a library that is not there nothing about its files', async () => {
    const { second } = await conflict();
    renameSync(second.library, `${second.library} away`);
    mkdirSync(second.library);
    const told = await second.run('resolve', second.at(drawingPath), 'mine');
    expect(told).toMatchObject({ exitCode: 1, answer: { error: { code: 'library-unproven' } } });
  });

  test('says of a file without a conflict that there is none, and of an answer that is none how to ask', async () => {
    const { environment } = await service();
    const { sync, run, at } = workplace(environment, { [drawingPath]: 'ISO-10303-21;\nEND-ISO-10303-21;\n' });
    await sync();
    for (const answer of [[], ['mine']]) {
      const { exitCode, answer: told } = await run('resolve', at(drawingPath), ...answer);
      expect({ exitCode, told }).toMatchObject({ exitCode: 1, told: { error: { code: 'unknown-item' } } });
    }
    expect((await run('resolve', at(drawingPath), 'ours')).exitCode).toBe(64);
  });
});
