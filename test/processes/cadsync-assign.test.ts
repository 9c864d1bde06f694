import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleDrawing } from './samples.ts';
import { nothingLeft, service } from './sync-once.ts';
import { workplace } from './workplace.ts';

const drawing = sampleDrawing('step/Simple door.step');
const beside = 'EC011022_v7/MC000101_v2/door.step';
const classes = {
  etimClassCode: 'EC011022',
  etimClassCodeVersion: '7',
  etimModelCode: 'MC000101',
  etimModelCodeVersion: '2',
};

/** A library that was synced once. */
async function synced(files: Readonly<Record<string, Buffer | string>>) {
  const { environment } = await service();
  const place = workplace(environment, files);
  return { ...place, first: await place.sync() };
}

describe('cadsync assign', () => {
  test('gives files the classes that were named, durably, and the next sync sends them', async () => {
    const { at, sync, run, first } = await synced({ 'door.step': drawing, 'door.nl.step': drawing });
    expect(first.summary).toMatchObject({ uploaded: 0, unassigned: 2 });
    const files = [at('door.step'), at('door.nl.step')];
    const { exitCode, answer } = await run('assign', ...files, '--class', 'ec011022_v7', '--model', 'MC000101.2');
    expect({ exitCode, answer }).toEqual({
      exitCode: 0,
      answer: { assigned: files.map((path) => ({ path, ...classes })), sharing: [] },
    });
    expect(JSON.parse(readFileSync(at('.cadlibrary.json'), 'utf8'))).toMatchObject({
      files: { 'door.step': classes, 'door.nl.step': classes },
    });
    expect(await sync()).toMatchObject({ exitCode: 0, summary: { ...nothingLeft, uploaded: 2 } });
  });

  test('takes a known type of content in any letter case, and every other one as it is', async () => {
    const { at, run } = await synced({ 'door.step': drawing, 'window.step': drawing });
    const named = ['--class', 'EC011022_v7', '--model', 'MC000101_v2', '--type'];
    await run('assign', at('door.step'), ...named, 'template');
    await run('assign', at('window.step'), ...named, 'mounting plate');
    expect(JSON.parse(readFileSync(at('.cadlibrary.json'), 'utf8'))).toMatchObject({
      files: { 'door.step': { type: 'Template' }, 'window.step': { type: 'mounting plate' } },
    });
  });

  test('takes what is suggested where that is said, and refuses where nothing is', async () => {
    const { at, sync, run, tell } = await synced({
      [beside]: drawing,
      'loose.step': drawing,
      'EC011022_v7/door 2.nl.step': drawing,
    });
    const partly = at('EC011022_v7/door 2.nl.step');
    const told = await tell('status', partly);
    expect(told.output).toContain('Suggested: EC011022 v7 · MC000101 v2');
    expect(told.output).toContain('cadsync assign');
    expect((await run('assign', partly, '--suggested')).answer).toMatchObject({
      assigned: [{ path: partly, ...classes }],
    });
    const refused = await run('assign', at('loose.step'), '--suggested');
    expect(refused).toMatchObject({ exitCode: 64, answer: { error: { code: 'invalid-request' } } });
    expect((await sync()).summary).toMatchObject({ uploaded: 1, unassigned: 1 });
  });

  test('records none where one of the files is not there, and says what is wrong with a command line', async () => {
    const { at, run } = await synced({ 'door.step': drawing });
    const named = ['--class', 'EC011022', '--model', 'MC000101'];
    const gone = await run('assign', at('door.step'), at('gone.step'), ...named);
    expect(gone).toMatchObject({ exitCode: 1, answer: { error: { code: 'unknown-item' } } });
    expect(() => readFileSync(at('.cadlibrary.json'))).toThrow('ENOENT');
    const twoLines = [...named, '--type', 'a\nb'];
    const twoVersions = ['--class', 'EC011022.7.9', '--model', 'MC000101'];
    for (const args of [
      ['--class', 'EC011022'],
      ['--class', 'MC000101', '--model', 'MC000101'],
      [],
      twoLines,
      twoVersions,
    ]) {
      expect((await run('assign', at('door.step'), ...args)).exitCode, args.join(' ')).toBe(64);
    }
    expect(() => readFileSync(at('.cadlibrary.json'))).toThrow('ENOENT');
  });
});
