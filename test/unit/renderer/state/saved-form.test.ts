import { describe, expect, test } from 'vitest';
import { followSaved, openSavedForm } from '../../../../renderer/state/saved-form.ts';
import { createUnsentForms } from '../../../../renderer/state/unsent-forms.svelte.ts';

const saved = { address: 'https://one.test', account: 'designers' };
const program = (name: string, version = '2025') => ({ name, version });

describe('a form that is open while what it shows is changed elsewhere', () => {
  test('shows what is saved by now where nobody typed, and keeps what somebody typed', () => {
    const form = openSavedForm(createUnsentForms(), 'connection', saved);
    form.typed.account = 'me';
    followSaved(form, { ...saved, address: 'https://other.test' });
    expect(form.typed).toEqual({ address: 'https://other.test', account: 'me' });
    expect(form.elsewhere).toEqual([]);
    followSaved(form, { address: 'https://third.test', account: 'somebody' });
    expect(form.typed).toEqual({ address: 'https://third.test', account: 'me' });
    expect(form.elsewhere).toEqual(['account']);
  });

  test('tells of no change elsewhere where what it holds is saved, in whatever order that is heard', () => {
    const form = openSavedForm(createUnsentForms(), 'connection', saved);
    form.typed.account = 'me';
    followSaved(form, { ...saved, account: 'somebody' });
    followSaved(form, { ...saved, account: 'me' });
    expect(form.elsewhere).toEqual([]);
    followSaved(form, saved);
    expect(form.typed).toEqual(saved);
  });

  test('changes nothing that a secret was entered for, and tells of it', () => {
    const form = openSavedForm(createUnsentForms(), 'connection', saved);
    followSaved(form, { ...saved, address: 'https://other.test' }, true);
    expect(form.typed).toEqual(saved);
    expect(form.elsewhere).toEqual(['address']);
  });

  test('is as it was left when it is opened again, but for what nobody typed', () => {
    const forms = createUnsentForms();
    openSavedForm(forms, 'connection', saved).typed.account = 'me';
    const again = openSavedForm(forms, 'connection', { ...saved, address: 'https://other.test' });
    followSaved(again, { ...saved, address: 'https://other.test' });
    expect(again.typed).toEqual({ address: 'https://other.test', account: 'me' });
  });
});

describe('a list in such a form', () => {
  test.for([
    { what: 'added', before: ['old/'], typed: ['old/', 'mine/'], now: ['old/', 'theirs/'], all: 'old/ mine/ theirs/' },
    { what: 'removed', before: ['old/', 'b/'], typed: ['b/'], now: ['old/', 'b/', 'c/'], all: 'b/ c/' },
    { what: 'removed elsewhere', before: ['old/', 'b/'], typed: ['old/', 'b/', 'c/'], now: ['b/'], all: 'b/ c/' },
    { what: 'added on both sides', before: [], typed: ['a/'], now: ['a/', 'b/'], all: 'a/ b/' },
  ])('holds what was $what on top of what is saved by now', ({ before, typed, now, all }) => {
    const form = openSavedForm<{ lines: readonly string[] }>(createUnsentForms(), 'ignored', { lines: before });
    form.typed.lines = typed;
    followSaved(form, { lines: now });
    expect(form.typed.lines.join(' ')).toBe(all);
  });

  test.for([
    { what: 'put before what was there', before: 'a', typed: 'a c', now: '!b a', all: '!b a c' },
    { what: 'reordered', before: '!b a', typed: '!b a c', now: 'a !b', all: 'a !b c' },
  ])('keeps the order of what was $what elsewhere', ({ before, typed, now, all }) => {
    expect(followed(before, typed, now)).toBe(all);
  });

  test.for([
    { what: 'the order that was typed', before: 'a b', typed: 'b a', now: 'a b c', all: 'b a c' },
    { what: 'what was typed first before all others', before: 'a b', typed: 'c a b', now: 'b a', all: 'c b a' },
    { what: 'a line that was typed again', before: 'a !b', typed: 'a !b a', now: 'a !b c', all: 'a !b c a' },
    { what: 'what was typed twice', before: 'a', typed: 'a c d c e', now: 'a f', all: 'a c d c e f' },
    {
      what: 'a line where another one was typed over',
      before: 'a b c',
      typed: 'a d c',
      now: 'e a b c',
      all: 'e a d c',
    },
  ])('keeps $what', ({ before, typed, now, all }) => {
    expect(followed(before, typed, now)).toBe(all);
  });

  test('keeps the program first that was put first elsewhere: neutral files go to that', () => {
    const before = [program('Revit'), program('AutoCAD')];
    const form = openSavedForm(createUnsentForms(), 'programs', { programs: before });
    form.typed.programs = [...before, program('SketchUp')];
    followSaved(form, { programs: before.toReversed() });
    expect(form.typed.programs[0]).toEqual(program('AutoCAD'));
    expect(form.typed.programs).toHaveLength(3);
  });

  test('has a program once, in the version that somebody typed or else in the one that is saved', () => {
    const before = [program('Revit', '2024'), program('AutoCAD', '2024')];
    const form = openSavedForm<{ programs: readonly ReturnType<typeof program>[] }>(createUnsentForms(), 'programs', {
      programs: before,
    });
    form.typed.programs = [program('Revit', '2026'), program('AutoCAD', '2024'), program('SketchUp')];
    followSaved(form, { programs: [program('Revit'), program('AutoCAD'), program('Inventor')] });
    expect(form.typed.programs).toEqual([
      program('Revit', '2026'),
      program('AutoCAD'),
      program('SketchUp'),
      program('Inventor'),
    ]);
    expect(form.elsewhere).toEqual(['programs']);
  });
});

function followed(before: string, typed: string, now: string): string {
  const form = openSavedForm<{ lines: readonly string[] }>(createUnsentForms(), 'ignored', {
    lines: before.split(' '),
  });
  form.typed.lines = typed.split(' ');
  followSaved(form, { lines: now.split(' ') });
  return form.typed.lines.join(' ');
}
