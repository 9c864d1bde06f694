import { describe, expect, it } from 'vitest';
import type { DownloadStart, IncomingFile, RemoteCaller } from '../../../../shared/api/caller.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { fetchVersion, type FetchTask } from '../../../../electron/engine/transfer/fetch-version.ts';
import { createIncomingParts } from '../../../../electron/engine/state/incoming-parts.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createFakeDisk, sha256Of } from '../../../fakes/engine/disk.ts';

const whole = 'abcdefghijklmnopqrstuvwxyz';
const opaqueTag = '"v7"';
const key = {
  applicationName: 'Revit',
  applicationVersion: '2025',
  etimClassCode: 'EC000001',
  etimClassCodeVersion: '1',
  etimModelCode: 'MC000001',
  etimModelCodeVersion: '1',
  type: 'Template',
};

/** How one download is answered. */
type Answer = (asked: DownloadStart) => IncomingFile;

/** Sends `text` from where it is asked for, breaking off after `most` bytes. */
const honest =
  (text = whole, { tag = opaqueTag, most = Infinity }: { tag?: string | null; most?: number } = {}): Answer =>
  ({ startAt = 0, ifTag }) => {
    const startsAt = startAt >= text.length || (ifTag !== undefined && ifTag !== tag) ? 0 : startAt;
    const rest = text.slice(startsAt);
    return {
      bytes: sent(rest.slice(0, most), rest.length > most),
      sizeBytes: rest.length,
      wholeSizeBytes: text.length,
      fileName: undefined,
      entityTag: tag?.replaceAll('"', ''),
      strongTag: tag ?? undefined,
      startsAt,
    };
  };

async function* sent(text: string, breaksOff = false): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 4) yield Buffer.from(text.slice(at, at + 4));
  if (breaksOff) throw new AppError('answer-incomplete');
}

/** What the client makes of the sign-in page of a network. */
const webPage: Answer = () => {
  throw new AppError('unreadable-answer', { detail: 'The answer is a web page.', receivedStatus: 200 });
};

const contradiction: Answer = () => {
  throw new AppError('unreadable-answer', { receivedStatus: 206 });
};

/** A service that answers as scripted, a disk and a state, as they outlive the tries of one download. */
function createSite(...answers: Answer[]) {
  const clock = createFakeClock();
  const disk = createFakeDisk(clock);
  const database = openSqlite(':memory:');
  migrate(database);
  const asked: DownloadStart[] = [];
  let lastId = 0;
  const download = async (_id: unknown, _input: unknown, options: DownloadStart): Promise<IncomingFile> => {
    asked.push({ startAt: options.startAt ?? 0, ifTag: options.ifTag });
    const answer = answers.shift();
    if (!answer) throw new Error('More is asked for than was expected.');
    return answer(options);
  };
  const site = {
    disk,
    asked,
    /** Parts as a program that was just started knows them. */
    parts: createIncomingParts(database, 'library'),
    restart: (): void => void (site.parts = createIncomingParts(database, 'library')),
    fetch: (more: Partial<FetchTask> = {}, folder = 'a') =>
      fetchVersion(
        {
          service: { download } as unknown as RemoteCaller,
          serviceId: 'service',
          disk: disk.port.library(),
          parts: site.parts,
          ports: { database, clock, sha256Of, newId: () => String((lastId += 1)) },
          keepPartsFromBytes: 1,
          key,
          version: { major: 1, minor: 2 },
          announced: {},
          signal: new AbortController().signal,
          priority: 'download',
          onProgress: () => undefined,
          ...more,
        },
        folder,
      ),
  };
  return site;
}

const broken = { code: 'answer-incomplete' };
const announcedHash = { announced: { sha256: sha256Of(whole), sizeBytes: whole.length } };

describe('a download that broke off', () => {
  it('goes on where it ended, naming the content it has the beginning of, and is verified as a whole', async () => {
    const site = createSite(honest(whole, { most: 10 }), honest(whole, { most: 8 }), honest());
    await expect(site.fetch(announcedHash)).rejects.toMatchObject(broken);
    await expect(site.fetch(announcedHash)).rejects.toMatchObject(broken);
    const fetched = await site.fetch(announcedHash);
    expect(site.asked).toEqual([{ startAt: 0 }, { startAt: 10, ifTag: opaqueTag }, { startAt: 18, ifTag: opaqueTag }]);
    expect(site.disk.text(fetched.path)).toBe(whole);
    expect(fetched.sha256).toBe(sha256Of(whole));
  });

  it('keeps what it has when a web page answers instead, and goes on once the service is back', async () => {
    const site = createSite(honest(whole, { most: 10 }), webPage, honest());
    await expect(site.fetch()).rejects.toMatchObject(broken);
    const before = site.disk.paths();
    await expect(site.fetch()).rejects.toMatchObject({ code: 'unreadable-answer', retryable: true });
    expect(site.disk.paths()).toEqual(before);
    expect(site.disk.text((await site.fetch()).path)).toBe(whole);
    expect(site.asked[2]).toEqual({ startAt: 10, ifTag: opaqueTag });
  });

  it('goes on after a restart', async () => {
    const site = createSite(honest(whole, { most: 10 }), honest());
    await expect(site.fetch()).rejects.toMatchObject(broken);
    site.restart();
    const fetched = await site.fetch();
    expect(site.asked[1]).toEqual({ startAt: 10, ifTag: opaqueTag });
    expect(site.disk.text(fetched.path)).toBe(whole);
  });

  it('starts anew where nothing can vouch for the whole', async () => {
    const site = createSite(honest(whole, { tag: null, most: 10 }), honest(whole, { tag: null }));
    await expect(site.fetch()).rejects.toMatchObject(broken);
    expect(site.disk.paths()).toEqual([]);
    expect(site.disk.text((await site.fetch()).path)).toBe(whole);
    expect(site.asked.map(({ startAt }) => startAt)).toEqual([0, 0]);
  });

  it('is not kept when it is short: keeping a record costs more', async () => {
    const site = createSite(honest(whole, { most: 10 }));
    await expect(site.fetch({ keepPartsFromBytes: 1_000 })).rejects.toMatchObject(broken);
    expect(site.disk.paths()).toEqual([]);
    expect(site.parts.all()).toEqual([]);
  });

  it('takes the whole from a service that ignores the range', async () => {
    const ignoring: Answer = () => honest()({});
    const site = createSite(honest(whole, { most: 10 }), ignoring);
    await expect(site.fetch(announcedHash)).rejects.toMatchObject(broken);
    expect(site.disk.text((await site.fetch(announcedHash)).path)).toBe(whole);
  });

  it('starts anew when the content is another one by now, in the same answer where that holds the whole', async () => {
    const other = whole.toUpperCase();
    const site = createSite(honest(whole, { most: 10 }), honest(other, { tag: '"v8"' }));
    await expect(site.fetch()).rejects.toMatchObject(broken);
    expect(site.disk.text((await site.fetch()).path)).toBe(other);
    expect(site.asked).toHaveLength(2);
  });

  it('starts anew when the rest comes with another tag', async () => {
    const other = whole.toUpperCase();
    const blind: Answer = ({ startAt }) => honest(other, { tag: '"v8"' })({ startAt: startAt ?? 0 });
    const site = createSite(honest(whole, { most: 10 }), blind, honest(other, { tag: '"v8"' }));
    await expect(site.fetch()).rejects.toMatchObject(broken);
    expect(site.disk.text((await site.fetch()).path)).toBe(other);
    expect(site.asked.map(({ startAt }) => startAt)).toEqual([0, 10, 0]);
  });

  it('starts anew, in the same try, when the answer lies about which part it is', async () => {
    const site = createSite(honest(whole, { most: 10 }), contradiction, honest());
    await expect(site.fetch(announcedHash)).rejects.toMatchObject(broken);
    expect(site.disk.text((await site.fetch(announcedHash)).path)).toBe(whole);
    expect(site.asked.map(({ startAt }) => startAt)).toEqual([0, 10, 0]);
  });

  it('starts anew, in the same try, when the whole turns out wrong', async () => {
    const shifted: Answer = (asked) => ({ ...honest()(asked), bytes: sent('0123456789012345') });
    const site = createSite(honest(whole, { most: 10 }), shifted, honest());
    await expect(site.fetch(announcedHash)).rejects.toMatchObject(broken);
    expect(site.disk.text((await site.fetch(announcedHash)).path)).toBe(whole);
  });

  it('asks for the rest of a rest that was sent in part only', async () => {
    const inPart: Answer = (asked) => ({ ...honest()(asked), bytes: sent(whole.slice(10, 14)), sizeBytes: 4 });
    const site = createSite(honest(whole, { most: 10 }), inPart, honest());
    await expect(site.fetch(announcedHash)).rejects.toMatchObject(broken);
    await expect(site.fetch(announcedHash)).rejects.toMatchObject(broken);
    expect(site.disk.text((await site.fetch(announcedHash)).path)).toBe(whole);
    expect(site.asked.map(({ startAt }) => startAt)).toEqual([0, 10, 14]);
  });

  it('is not asked for again when all of it had arrived', async () => {
    const site = createSite(honest());
    (await site.fetch(announcedHash)).keep();
    const fetched = await site.fetch(announcedHash);
    expect(site.asked).toHaveLength(1);
    expect(site.disk.text(fetched.path)).toBe(whole);
    fetched.done();
    expect(site.parts.all()).toEqual([]);
  });

  it('is not trusted beyond what was flushed, where no hash would notice', async () => {
    const site = createSite(honest(whole, { most: 10 }), honest());
    await expect(site.fetch()).rejects.toMatchObject(broken);
    const [part] = site.parts.all();
    site.parts.note({ ...(part as NonNullable<typeof part>), durableBytes: 4 });
    expect(site.disk.text((await site.fetch()).path)).toBe(whole);
    expect(site.asked[1]?.startAt).toBe(4);
  });

  it('is of no use for another version, another service or another folder', async () => {
    const site = createSite(honest(whole, { most: 10 }), honest(), honest(), honest());
    await expect(site.fetch()).rejects.toMatchObject(broken);
    await site.fetch({ version: { major: 1, minor: 3 } });
    await site.fetch({ serviceId: 'other' });
    await site.fetch({}, 'b');
    expect(site.asked.map(({ startAt }) => startAt)).toEqual([0, 0, 0, 0]);
    expect(site.disk.paths().filter((path) => path.startsWith('a/'))).toHaveLength(2);
  });

  it('is left alone by another download of the same version that runs meanwhile', async () => {
    const site = createSite(honest(), honest());
    const first = await site.fetch(announcedHash);
    const second = await site.fetch(announcedHash);
    expect(second.path).not.toBe(first.path);
    second.keep();
    first.keep();
    expect(site.parts.all().map(({ path }) => path)).toEqual([first.path]);
  });

  it('goes from a full disk', async () => {
    const site = createSite(honest());
    site.disk.setFreeBytes(10);
    await expect(site.fetch(announcedHash)).rejects.toMatchObject({ code: 'disk-full' });
    expect(site.disk.paths()).toEqual([]);
    expect(site.parts.all()).toEqual([]);
  });
});

describe('a download', () => {
  it.each<[string, Partial<FetchTask>, Answer]>([
    ['has another hash than announced', { announced: { sha256: 'f'.repeat(64) as Sha256 } }, honest()],
    ['is longer than announced', { announced: { sizeBytes: 20 } }, honest()],
    ['has another hash than its entity tag', {}, honest(whole, { tag: `"${'f'.repeat(64)}"` })],
  ])('that %s is refused, and nothing of it stays', async (_, more, answer) => {
    const site = createSite(answer);
    await expect(site.fetch(more)).rejects.toMatchObject(broken);
    expect(site.disk.paths()).toEqual([]);
    expect(site.parts.all()).toEqual([]);
  });
});

describe('an answer without an end', () => {
  const unsaid = {
    startsAt: 0,
    sizeBytes: undefined,
    wholeSizeBytes: undefined,
    fileName: undefined,
    entityTag: undefined,
    strongTag: undefined,
  };

  /** As a broken service or a proxy sends: on and on. */
  async function* endless(onChunk: () => void, chunk: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      onChunk();
      yield chunk;
    }
  }

  it('is left as soon as more came than was announced, and leaves nothing', async () => {
    let chunks = 0;
    const answer: Answer = () => ({ ...unsaid, bytes: endless(() => (chunks += 1), Buffer.from('four')) });
    const site = createSite(answer);
    await expect(site.fetch(announcedHash)).rejects.toMatchObject(broken);
    expect(chunks * 4).toBeLessThanOrEqual(whole.length + 8);
    expect(site.disk.paths()).toEqual([]);
  });

  it('is left when it has filled the disk but for what is kept free, where nobody said how long it is', async () => {
    const chunk = new Uint8Array(2 ** 20);
    let chunks = 0;
    const site = createSite(() => ({
      ...unsaid,
      bytes: endless(() => {
        if ((chunks += 1) === 20) site.disk.setFreeBytes(0);
      }, chunk),
    }));
    await expect(site.fetch()).rejects.toMatchObject({ code: 'disk-full' });
    expect(chunks).toBeLessThan(40);
    expect(site.disk.paths()).toEqual([]);
  });
});
