import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { metadataRecord, type SeedKey } from '../../contract/seed.ts';
import { send, type Ask } from '../../contract/send.ts';
import type { Target } from '../../contract/target.ts';
import type { OperationId } from '../../../shared/api/contract.ts';
import type { SeededRandom } from '../../simulator/seeded-random.ts';
import { pumpKey } from '../../unit/service/start-service.ts';

/** A version that somebody asked for, by its comment, which no other one has. */
interface Asked {
  readonly type: string;
  readonly comment: string;
  /** Of the bytes; undefined for a release, which has those of its draft. */
  readonly sha256: string | undefined;
  /** As it was acknowledged; undefined where no answer came. */
  version?: string;
}

/** A version as it is listed. */
export interface ListedVersion {
  readonly major: number;
  readonly minor: number;
  readonly comments: string;
  readonly sha256: string;
}

export const types = ['Template', 'Symbol', 'Plan', 'Section', 'Detail'] as const;

export const keyOf = (type: string): SeedKey => ({ ...pumpKey, type });
export const numberOf = ({ major, minor }: ListedVersion): string => `${major}.${minor}`;

/** What one tenant asks of several processes, and what it was told. */
export interface Workload {
  readonly tenant: string;
  readonly asked: readonly Asked[];
  /** One mixed piece of work: a few requests at processes that are chosen by chance. */
  takeStep(random: SeededRandom): Promise<void>;
  list(target: Target, type: string): Promise<readonly ListedVersion[]>;
}

/** Where a workload asks, and who follows it. */
interface WorkloadParts {
  /** The same service at each of its processes. */
  readonly targets: readonly Target[];
  /** Called with each answer that came. */
  readonly noteAnswer: () => void;
  /** Ends the workload, because something else has failed. */
  readonly signal: AbortSignal;
}

export function createWorkload(tenant: string, { targets, noteAnswer, signal }: WorkloadParts): Workload {
  const asked: Asked[] = [];

  /** Undefined where the process ended before it answered. */
  async function ask(target: Target, id: OperationId, what: Ask): Promise<Response | undefined> {
    try {
      const answer = await send(target, id, what);
      const body = await answer.arrayBuffer();
      noteAnswer();
      return new Response(body, { status: answer.status });
    } catch (thrown) {
      if (thrown instanceof TypeError) return undefined;
      throw thrown;
    }
  }

  /** Asks another process, too, until one answers: only for what may be asked twice. */
  async function askSomebody(random: SeededRandom, id: OperationId, what: Ask): Promise<Response> {
    for (;;) {
      signal.throwIfAborted();
      const answer = await ask(random.pick(targets), id, what);
      if (answer) return answer;
    }
  }

  const newComment = (): string => `${tenant} ${asked.length}`;

  async function store(random: SeededRandom): Promise<void> {
    const content = `${tenant} bytes ${asked.length} ${random.next()}`;
    const file = { name: 'pump.rfa', content };
    const upload = await askSomebody(random, 'storeFile', { file });
    expect(upload.status).toBe(200);
    const type = random.pick(types);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const mine: Asked = { type, comment: newComment(), sha256 };
    asked.push(mine);
    const json = [metadataRecord(keyOf(type), { Comments: mine.comment })];
    const what = { params: { blobId: await upload.text() }, json };
    await acknowledge(mine, await ask(random.pick(targets), 'storeMetadata', what), async (answer) => {
      const [record] = (await answer.json()) as [{ majorVersion: number; minorVersion: number }];
      return `${record.majorVersion}.${record.minorVersion}`;
    });
    await lookForIt(random, mine);
  }

  async function release(random: SeededRandom): Promise<void> {
    const type = random.pick(types);
    const mine: Asked = { type, comment: newComment(), sha256: undefined };
    asked.push(mine);
    const what = { params: keyOf(type), json: { comments: mine.comment } };
    const answer = await ask(random.pick(targets), 'release', what);
    // Somebody else may have released the draft, or nothing is there yet.
    if (answer?.status === 400) return expect(await answer.text()).toContain('nothing-to-release');
    await acknowledge(mine, answer, async (released) => {
      const { versions } = (await released.json()) as { versions: ListedVersion[] };
      const found = versions.find(({ comments }) => comments === mine.comment);
      return found ? numberOf(found) : 'acknowledged, and not there';
    });
    await lookForIt(random, mine);
  }

  async function acknowledge(mine: Asked, answer: Response | undefined, read: (answer: Response) => Promise<string>) {
    if (!answer) return;
    expect([answer.status, mine.comment]).toEqual([200, mine.comment]);
    mine.version = await read(answer);
  }

  /** What one process acknowledged is there at once, whichever is asked. */
  async function lookForIt(random: SeededRandom, { type, comment, version }: Asked): Promise<void> {
    if (version === undefined) return;
    const answer = await askSomebody(random, 'listVersions', { params: keyOf(type) });
    const { versions } = (await answer.json()) as { versions: ListedVersion[] };
    expect(versions.filter(({ comments }) => comments === comment).map(numberOf)).toEqual([version]);
  }

  async function read(random: SeededRandom): Promise<void> {
    const type = random.pick(types);
    const isThere = asked.some((one) => one.type === type && one.version !== undefined);
    const answer = await askSomebody(random, 'getFile', { params: keyOf(type) });
    if (answer.status === 404) return expect(isThere).toBe(false);
    expect([answer.status, (await answer.text()).startsWith(`${tenant} bytes `)]).toEqual([200, true]);
  }

  async function listAll(random: SeededRandom): Promise<void> {
    const acknowledged = new Set(asked.filter(({ version }) => version !== undefined).map(({ type }) => type));
    const params = { ...pumpKey, includeMinorVersion: 'True', afterChangeDate: '' };
    const answer = await askSomebody(random, 'listMetadata', { params, query: { languageCode: '' } });
    expect(answer.status).toBe(200);
    const records = (await answer.json()) as { type: string }[];
    expect(records.map(({ type }) => type)).toEqual(expect.arrayContaining([...acknowledged]));
  }

  return {
    tenant,
    asked,
    takeStep: (random) =>
      random.weighted([
        [4, store],
        [2, release],
        [4, read],
        [2, listAll],
      ])(random),
    async list(target, type) {
      const answer = await send(target, 'listVersions', { params: keyOf(type) });
      return ((await answer.json()) as { versions: ListedVersion[] }).versions;
    },
  };
}
