import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from '../contract/send.ts';
import type { Target } from '../contract/target.ts';
import { createSeededRandom } from '../simulator/seeded-random.ts';
import { openOfficeSite, targetOf, type OfficeProcess, type OfficeSite } from './office/office-site.ts';
import { createWorkload, keyOf, numberOf, types, type Workload } from './office/workload.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const requests = 1_200;
const requestsPerKill = 220;
/** Workers that ask at the same time, half of them for each tenant. */
const workers = 8;

let site: OfficeSite;
const serving: OfficeProcess[] = [];

beforeAll(async () => {
  site = await openOfficeSite();
  serving.push(...(await Promise.all([site.serve(), site.serve()])));
});
afterAll(() => site.close());

/** Kills a process as a power cut would, and starts another one at its address. */
async function replace(place: number): Promise<void> {
  const { process, baseUrl } = serving[place] as OfficeProcess;
  process.kill('SIGKILL');
  await process.ended;
  serving[place] = await site.serve(Number(new URL(baseUrl).port));
}

/** Everything that was acknowledged is there, once, with its bytes, and nothing else is. */
async function checkKept({ asked, list, tenant }: Workload, [here, there]: readonly [Target, Target]): Promise<number> {
  let kept = 0;
  for (const type of types) {
    const versions = await list(here, type);
    expect(await list(there, type)).toEqual(versions);
    const numbers = versions.map(numberOf);
    expect(numbers).toEqual([...new Set(numbers)]);
    const byComment = new Map(versions.map((version) => [version.comments, version]));
    expect(byComment.size).toBe(versions.length);
    const mine = asked.filter((one) => one.type === type);
    const comments = new Set(mine.map(({ comment }) => comment));
    expect([...byComment.keys()].filter((comment) => !comments.has(comment))).toEqual([]);
    for (const { comment, version, sha256 } of mine) {
      const found = byComment.get(comment);
      if (version !== undefined) expect([comment, found && numberOf(found)]).toEqual([comment, version]);
      if (found && sha256 !== undefined) expect(found.sha256).toBe(sha256);
    }
    kept += versions.length;
    for (const [place, { major, minor, sha256 }] of versions.entries()) {
      const query = { majorVersion: String(major), minorVersion: String(minor) };
      const answer = await send(place % 2 ? here : there, 'getFile', { params: keyOf(type), query });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, bytes.toString().startsWith(tenant)]).toEqual([200, true]);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  }
  return kept;
}

it(`two processes lose nothing that they acknowledged while they are killed in turn (seed ${seed})`, async ({
  signal: ended,
}) => {
  let answers = 0;
  let tellMore = (): void => undefined;
  const noteAnswer = (): void => {
    answers += 1;
    if (answers % requestsPerKill === 0 || answers === requests) tellMore();
  };
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ended]);
  const addresses = serving.map(({ baseUrl }) => baseUrl);
  const workloads: (readonly [Workload, readonly [Target, Target]])[] = [];
  for (const tenant of ['north', 'south']) {
    const client = await site.addClient(`${tenant}-designer`, tenant);
    // Asked for once, at one of them: it is good at both, and at those that come after them.
    const target = await targetOf(addresses[0] ?? '', client);
    const targets = addresses.map((address) => ({ ...target, address })) as [Target, Target];
    workloads.push([createWorkload(tenant, { targets, noteAnswer, signal }), targets]);
  }
  const working = Array.from({ length: workers }, async (_, worker) => {
    const random = createSeededRandom(seed + worker);
    const [workload] = workloads[worker % workloads.length] ?? [];
    while (answers < requests) await workload?.takeStep(random);
  });
  const killing = async (): Promise<number> => {
    for (let kills = 0; ; kills += 1) {
      if (answers < requests) await new Promise<void>((resolve) => (tellMore = resolve));
      if (answers >= requests) return kills;
      await replace(kills % 2);
    }
  };
  const [kills] = await Promise.all([killing(), ...working]).catch((thrown: unknown) => {
    failed.abort();
    throw thrown;
  });
  expect(kills).toBeGreaterThanOrEqual(3);
  for (const [workload, targets] of workloads) {
    const kept = await checkKept(workload, targets);
    const acknowledged = workload.asked.filter(({ version }) => version !== undefined);
    expect(kept).toBeGreaterThanOrEqual(acknowledged.length);
    expect(acknowledged.length).toBeGreaterThan(50);
    // Each of them is in the trail, whichever process answered.
    const trail = (await site.run('audit', '--tenant', workload.tenant)).trim().split('\n');
    const subjects = trail.flatMap((line) => (JSON.parse(line) as { subjects: string[] }).subjects);
    const noted = new Set(subjects.map((subject) => subject.split('/').at(-1)));
    expect(acknowledged.filter(({ type, version }) => !noted.has(`${type} ${version}`))).toEqual([]);
  }
});
