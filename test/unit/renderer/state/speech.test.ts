import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EngineClient } from '../../../../renderer/connect/engine-client.ts';
import { createSpeech } from '../../../../renderer/state/speech.svelte.ts';
import type { Session } from '../../../../renderer/state/session.svelte.ts';
import { loadTexts, type Language } from '../../../../renderer/texts/texts.ts';
import { createSignal } from '../../../../shared/model/signal.ts';
import type { StatusRecord } from '../../../../shared/rpc/status-records.ts';
import { exampleStatus } from '../../../fakes/window/example-status.ts';

const texts = { en: await loadTexts('en'), nl: await loadTexts('nl') };

/** A window on a system in English; each language is there once the test lets it, or fails. */
function openWindow(language: Language, isLanguageOpen = false) {
  const news = createSignal<Parameters<Parameters<Session['subscribe']>[0]>[0]>();
  const told: unknown[] = [];
  const asked: { language: Language; answer: PromiseWithResolvers<typeof texts.en> }[] = [];
  let status: StatusRecord | undefined;
  const become = (next: Language, isOpen = false): void => {
    const example = exampleStatus('everyday', [], []);
    status = { ...example, isLanguageOpen: isOpen, settings: { ...example.settings, language: next } };
  };
  const saved: Language[] = [];
  const save = async (change: { language: Language }): Promise<void> => {
    saved.push(change.language);
    become(change.language);
  };
  const speech = createSpeech({
    session: {
      client: { settings: { save } } as unknown as EngineClient,
      get status() {
        return status;
      },
      subscribe: news.listen,
    },
    act: (action) => action(),
    tellFailed: (sentence) => void told.push(sentence),
    load(wanted) {
      const answer = Promise.withResolvers<typeof texts.en>();
      asked.push({ language: wanted, answer });
      return answer.promise;
    },
    ofSystem: 'en',
    first: { language: 'en', texts: texts.en },
  });
  become(language, isLanguageOpen);
  return {
    speech,
    told,
    saved,
    tell: () => news.tell({ kind: 'snapshot' }),
    become,
    answer: (wanted: Language) => asked.findLast((one) => one.language === wanted)?.answer.resolve(texts[wanted]),
    fail: () => asked.at(-1)?.answer.reject(new TypeError('Failed to fetch')),
  };
}

describe('the language of the window', () => {
  test('is that of the settings as soon as its texts are there; until then nothing is shown in another', async () => {
    const { speech, tell, answer } = openWindow('nl');
    tell();
    expect(speech.isBegun).toBe(false);
    expect(speech.language).toBe('en');
    answer('nl');
    await expect.poll(() => speech.isBegun).toBe(true);
    expect(speech.language).toBe('nl');
    expect(speech.texts).toBe(texts.nl);
  });

  test('needs nothing more where the system has it too', async () => {
    const { speech, tell } = openWindow('en');
    tell();
    await expect.poll(() => speech.isBegun).toBe(true);
  });

  test('of the system is kept as long as no other was chosen', async () => {
    const { speech, tell, saved } = openWindow('nl', true);
    tell();
    await expect.poll(() => speech.isBegun).toBe(true);
    expect(speech.language).toBe('en');
    expect(saved).toEqual(['en']);
  });

  test('stays as it is, which is said, where the texts of the settings cannot be loaded; once, not at each news', async () => {
    const { speech, told, tell, fail } = openWindow('nl');
    tell();
    fail();
    await expect.poll(() => speech.isBegun).toBe(true);
    tell();
    expect(told).toEqual([texts.en.shell.languageNotLoaded]);
    expect(speech.language).toBe('en');
  });

  test('that cannot be loaded is not kept when it is chosen', async () => {
    const { speech, told, saved, tell, fail } = openWindow('en');
    tell();
    const choosing = speech.choose('nl');
    fail();
    await choosing;
    expect(told).toEqual([texts.en.shell.languageNotLoaded]);
    expect(saved).toEqual([]);
  });

  test('can be chosen again where it could not be loaded before', async () => {
    const { speech, tell, fail, answer } = openWindow('nl');
    tell();
    fail();
    await expect.poll(() => speech.isBegun).toBe(true);
    const choosing = speech.choose('nl');
    answer('nl');
    await choosing;
    answer('nl');
    await expect.poll(() => speech.language).toBe('nl');
  });

  test('is loaded again once the connection is back, where it failed with that', async () => {
    const { speech, told, tell, fail, answer } = openWindow('nl');
    tell();
    fail();
    await expect.poll(() => told).toEqual([texts.en.shell.languageNotLoaded]);
    tell();
    answer('nl');
    await expect.poll(() => speech.language).toBe('nl');
    expect(told).toHaveLength(1);
  });

  test('is another one where its texts are long on their way, until they are there', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { speech, tell, answer } = openWindow('nl');
    tell();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(speech.isBegun).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([speech.isBegun, speech.language]).toEqual([true, 'en']);
    answer('nl');
    await vi.advanceTimersByTimeAsync(0);
    expect(speech.language).toBe('nl');
  });

  test('is the one that a person chose last, also where another was still on its way', async () => {
    const { speech, saved, tell, answer } = openWindow('en');
    tell();
    const first = speech.choose('nl');
    await speech.choose('en');
    answer('nl');
    await first;
    expect([saved, speech.language]).toEqual([['en'], 'en']);
  });

  test('is the one chosen last, whichever comes first', async () => {
    const { speech, tell, become, answer } = openWindow('nl');
    tell();
    become('en');
    tell();
    answer('nl');
    await expect.poll(() => speech.isBegun).toBe(true);
    expect(speech.language).toBe('en');
  });
});
