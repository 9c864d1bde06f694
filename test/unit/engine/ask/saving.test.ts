import { beforeEach, describe, expect, it } from 'vitest';
import type { ViewCaller } from '../../../../shared/api/caller.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { SavedThing, SavingRecord } from '../../../../shared/rpc/selection-records.ts';
import { createSaving } from '../../../../electron/engine/ask/saving.ts';
import type { SavingPorts } from '../../../../electron/engine/ask/save-one.ts';
import { createErrands, type SavingErrand } from '../../../../electron/engine/state/saving-errands.ts';

const zip = (filterId: string): SavedThing => ({
  kind: 'filterZip',
  filterId,
  disabledFields: [],
  languageCode: 'en',
  program: { name: 'Revit', version: '2025' },
});

/** What outlives a run: the kept errands and the folder. */
let kept: SavingErrand[];
let folder: Map<string, { readonly text: string; readonly changedMs: number }>;
/** How the service fails, if it does; `break`: in the middle of the bytes. */
let failure: AppError | 'break' | undefined;
let asked: string[];
let told: SavingRecord[];
let timer: (() => void) | undefined;
let connectedTo: string;
let mayTry: boolean;
let online: number;
let isSending: boolean;
let nowMs: number;

beforeEach(() => {
  kept = [];
  folder = new Map();
  [failure, timer, told, asked] = [undefined, undefined, [], []];
  [connectedTo, mayTry, online, isSending, nowMs] = ['one', true, 0, false, 0];
});

async function* bytesOf(filterId: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`zip ${filterId} `);
  if (failure === 'break') throw new AppError('answer-incomplete');
  yield Buffer.from('whole');
}

const views = {
  asks: 'serviceOrMirror',
  async download(_id: string, { params: { filterId } }: { params: { filterId: string } }) {
    asked.push(filterId);
    if (failure instanceof AppError) throw failure;
    return { bytes: bytesOf(filterId), sizeBytes: undefined };
  },
} as unknown as ViewCaller;

const files: SavingPorts['files'] = {
  async save({ path, mayReplace, agreedMs = Infinity }, bytes) {
    let text = '';
    for await (const piece of bytes) text += Buffer.from(piece).toString();
    const there = folder.get(path);
    if (there && (!mayReplace || there.changedMs > agreedMs)) throw new AppError('place-taken');
    folder.set(path, { text, changedMs: 1_000 });
    return text.length;
  },
  async look(path) {
    const there = folder.get(path);
    return there && { sizeBytes: there.text.length, changedMs: there.changedMs };
  },
};

/** A run of the app. */
function open(overrides: Partial<SavingPorts> = {}) {
  return createSaving({
    connected: () => ({ serviceId: connectedTo, views: () => views }),
    reach: {
      mayTry: () => mayTry,
      nextTryMs: () => 5_000,
      noteSuccess: () => void (online += 1),
      noteFailure: () => true,
    },
    errands: createErrands({ read: () => kept, write: (errands) => void (kept = errands) }),
    selectionName: () => undefined,
    choosePlace: async (name) => ({ path: `/home/${name}`, fileName: name, mayReplace: true }),
    files,
    isSending: () => isSending,
    reveal: async () => undefined,
    events: { emit: (event) => void (event.kind === 'saving' && told.push(event.saving)) },
    clock: {
      ...{ now: () => 900, steadyMs: () => nowMs },
      after: (_delayMs, callback) => {
        timer = callback;
        return () => (timer = undefined);
      },
    },
    ...overrides,
  });
}

const states = () => told.map(({ state, fileName }) => `${fileName.replace('selection ', '')} ${state}`);
/** As the button on the notice does. */
const giveUpShown = (saving: ReturnType<typeof open>): void => saving.cancel(saving.current()?.errandId ?? NaN);
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a ZIP that is asked for while the service is away', () => {
  beforeEach(() => {
    failure = new AppError('service-unreachable');
  });

  it('waits, is tried again without a word, and is saved once as soon as the service answers', async () => {
    const saving = open();
    await saving.start(zip('12'));
    await settled();
    expect(states()).toEqual(['12.zip running', '12.zip waiting']);
    expect(saving.isAwaited()).toBe(true);
    timer?.();
    await settled();
    expect(asked).toEqual(['12', '12']);
    expect(states()).toEqual(['12.zip running', '12.zip waiting']);
    failure = undefined;
    timer?.();
    await settled();
    expect(states().slice(2)).toEqual(['12.zip running', '12.zip saved']);
    expect(folder.get('/home/selection 12.zip')?.text).toBe('zip 12 whole');
    expect([kept, timer, saving.isAwaited(), online]).toEqual([[], undefined, false, 1]);
  });

  it('goes in its order with others, also after the app was closed', async () => {
    const first = open();
    await first.start(zip('12'));
    await settled();
    await first.start(zip('13'));
    await settled();
    expect(told.at(-1)).toMatchObject({ state: 'waiting', fileName: 'selection 12.zip', fileCount: 2 });
    await first.close();
    [failure, asked, told] = [undefined, [], []];
    const second = open();
    second.goOn();
    await settled();
    await settled();
    expect(asked).toEqual(['12', '13']);
    expect([...folder.keys()]).toEqual(['/home/selection 12.zip', '/home/selection 13.zip']);
  });

  it('is not asked of another service', async () => {
    const saving = open();
    await saving.start(zip('12'));
    await settled();
    [connectedTo, failure, asked] = ['other', undefined, []];
    saving.goOn();
    await settled();
    expect([asked, kept.length, saving.isAwaited()]).toEqual([[], 1, false]);
  });

  it('lets go first what was saved and published, for a minute at most', async () => {
    const saving = open();
    await saving.start(zip('12'));
    await settled();
    [failure, isSending, asked] = [undefined, true, []];
    saving.goOn();
    nowMs = 59_000;
    timer?.();
    await settled();
    expect(asked).toEqual([]);
    nowMs = 60_000;
    timer?.();
    await settled();
    expect(asked).toEqual(['12']);
  });

  it('is not tried while the service cannot be asked, and given up when a person says so', async () => {
    const saving = open();
    await saving.start(zip('12'));
    await settled();
    [mayTry, asked] = [false, []];
    saving.goOn();
    await settled();
    expect(asked).toEqual([]);
    giveUpShown(saving);
    expect(told.at(-1)).toMatchObject({ state: 'failed', error: { code: 'cancelled' } });
    expect(kept).toEqual([]);
  });

  describe('and another is begun whose bytes take their time', () => {
    let answers: ReturnType<typeof Promise.withResolvers<void>>;
    let saving: ReturnType<typeof open>;
    const idOf = (fileName: string): number => kept.find(({ place }) => place.fileName === fileName)?.errandId ?? NaN;

    beforeEach(async () => {
      answers = Promise.withResolvers();
      const slow = {
        async download(...given: Parameters<ViewCaller['download']>) {
          if (failure === undefined) await answers.promise;
          return views.download(...given);
        },
      } as ViewCaller;
      saving = open({ connected: () => ({ serviceId: connectedTo, views: () => slow }) });
      await saving.start(zip('12'));
      await settled();
      failure = undefined;
      await saving.start(zip('34'));
      await settled();
    });

    it('the one that runs is told at once, and is what giving it up ends: the other one goes on', async () => {
      expect(saving.current()).toMatchObject({ state: 'running', fileName: 'selection 34.zip' });
      giveUpShown(saving);
      answers.resolve();
      await settled();
      expect(states().slice(4)).toEqual(['34.zip failed', '12.zip running', '12.zip running', '12.zip saved']);
    });

    it('the one that waits is given up by whoever names it, once: the other one goes on', async () => {
      const waiting = idOf('selection 12.zip');
      saving.cancel(waiting);
      answers.resolve();
      await settled();
      expect([kept, states().slice(2)]).toEqual([[], ['34.zip running', '34.zip running', '34.zip saved']]);
      await saving.start(zip('56'));
      expect(() => saving.cancel(waiting)).toThrow(expect.objectContaining({ code: 'unknown-item' }));
      await settled();
      expect(states().at(-1)).toBe('56.zip saved');
    });
  });

  it('leaves a file alone that came to its place while it waited', async () => {
    const saving = open();
    await saving.start(zip('12'));
    await settled();
    folder.set('/home/selection 12.zip', { text: 'somebody’s', changedMs: 950 });
    failure = undefined;
    saving.goOn();
    await settled();
    expect(told.at(-1)).toMatchObject({ state: 'failed', error: { code: 'place-taken' } });
    expect(folder.get('/home/selection 12.zip')?.text).toBe('somebody’s');
  });

  it('says of an attachment that nobody named that its name is a stand-in', async () => {
    failure = new AppError('not-found');
    const key = 'Revit/2025/EC011022/7/MC000101/2/Symbol';
    for (const attachment of ['', 'photo.png']) {
      await open().start({ kind: 'attachment', key, attachment });
      await settled();
    }
    const failed = told.filter(({ state }) => state === 'failed');
    expect(failed).toMatchObject([{ isUnnamed: true }, { fileName: 'photo.png' }]);
    expect(failed[1]).not.toHaveProperty('isUnnamed');
  });

  it('fails at once where only a person can help', async () => {
    failure = new AppError('sign-in-failed');
    await open().start(zip('12'));
    await settled();
    expect(told.at(-1)).toMatchObject({ state: 'failed', error: { code: 'sign-in-failed' } });
    expect(kept).toEqual([]);
  });
});

describe('a ZIP of one service while another one is connected', () => {
  it('is not fetched there where the service changed while its place was chosen, and can be given up', async () => {
    const saving = open({
      choosePlace: async (name) => {
        connectedTo = 'other';
        return { path: `/home/${name}`, fileName: name, mayReplace: true };
      },
    });
    await saving.start(zip('12'));
    await settled();
    expect([asked, states(), saving.waitingFor('one')]).toEqual([[], ['12.zip waiting'], ['selection 12.zip']]);
    giveUpShown(saving);
    expect([states().at(-1), kept]).toEqual(['12.zip failed', []]);
  });

  it('is fetched once its own is connected again', async () => {
    // As a request does whose connection is closed.
    failure = new AppError('cancelled');
    const saving = open();
    await saving.start(zip('12'));
    connectedTo = 'other';
    await settled();
    expect([asked, states().at(-1)]).toEqual([['12'], '12.zip waiting']);
    [connectedTo, failure] = ['one', undefined];
    saving.goOn();
    await settled();
    expect(states().at(-1)).toBe('12.zip saved');
  });
});

describe('an app that goes down while a file is saved', () => {
  it('has it saved once, where it went down after the file was there', async () => {
    let isDown = false;
    const errands = createErrands({
      read: () => kept,
      write(errands) {
        if (!isDown) kept = errands;
      },
    });
    const save: SavingPorts['files']['save'] = async (...given) => {
      const size = await files.save(...given);
      isDown = true;
      return size;
    };
    await open({ errands, files: { ...files, save } }).start(zip('12'));
    await settled();
    expect(kept).toHaveLength(1);
    [asked, told] = [[], []];
    open().goOn();
    await settled();
    expect(asked).toEqual([]);
    expect(told.at(-1)).toMatchObject({ state: 'saved', sizeBytes: 'zip 12 whole'.length });
    expect(kept).toEqual([]);
  });

  it('begins again with what was cut off', async () => {
    failure = 'break';
    const saving = open();
    await saving.start(zip('12'));
    await settled();
    expect([told.at(-1)?.state, folder.size]).toEqual(['waiting', 0]);
    await saving.close();
    failure = undefined;
    open().goOn();
    await settled();
    expect(folder.get('/home/selection 12.zip')?.text).toBe('zip 12 whole');
  });

  it('tells of an answer that breaks off again and again', async () => {
    failure = 'break';
    const saving = open();
    await saving.start(zip('12'));
    for (let tries = 0; tries < 4; tries += 1) {
      await settled();
      timer?.();
    }
    expect(told.at(-1)).toMatchObject({ state: 'failed', error: { code: 'answer-incomplete' } });
    expect([asked.length, kept]).toEqual([3, []]);
  });
});
