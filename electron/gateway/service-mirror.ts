import { scrypt } from 'node:crypto';
import { isDeepStrictEqual, promisify } from 'node:util';
import type { AnswerOf, CallId } from '../../shared/api/caller.ts';
import type { Kept, Mirror, Seen } from './mirror.ts';
import type { MirroredQuestion } from './mirrored-question.ts';
import { createOpenWork } from './open-work.ts';
import { nameOf, type Question } from './question.ts';
import { createQuestionsUnderWay, type QuestionsUnderWay } from './under-way.ts';

/** Whom a service answers: what one is answered is never shown to another. */
export interface MirrorOwner {
  readonly serviceId: string;
  /** Addresses and client id. */
  readonly account: readonly string[];
  /** `undefined` where there is none. Rejects while it cannot be read. */
  readonly licenseCode: () => Promise<string | undefined>;
}

export interface SeenAnswerOf<Id extends CallId> {
  readonly answer: AnswerOf<Id>;
  readonly seenMs: number;
}

/** What is asked, and for whom: as it was when it was asked, whoever signs out meanwhile. */
export interface Asked<Id extends CallId> extends MirroredQuestion<Id> {
  /** `undefined` where nobody can tell: then nothing is kept and nothing found. */
  readonly whose: Promise<number | undefined>;
}

/** The mirror of one service. */
export interface ServiceMirror {
  /** For whom the service answers now. */
  whose(): Promise<number | undefined>;
  find<Id extends CallId>(asked: Asked<Id>): Promise<SeenAnswerOf<Id> | undefined>;
  /** The service is being asked this. */
  begin<Id extends CallId>(asked: Asked<Id>): Asking<Id>;
  forgetAnswersTo(ids: readonly CallId[]): Promise<void>;
  /** Everything of this service, also what it answered to others. */
  forgetAll(): void;
  /** Resolves when nothing is being kept or forgotten any more. */
  settled(): Promise<void>;
}

/** A question that is under way. What it is answered counts unless something newer is known by then. */
interface Asking<Id extends CallId> {
  readonly keep: (answer: AnswerOf<Id>, at: SeenAt) => Promise<void>;
  /** What is known of it is so no longer; as a whole it was not seen again. Nothing where it is not known. */
  readonly change: (changed: (known: AnswerOf<Id>) => AnswerOf<Id>) => Promise<void>;
  /** The service has no such thing. */
  readonly forget: () => Promise<void>;
  /** It was answered, or will not be. */
  readonly end: () => void;
}

type SeenAt = Pick<Seen, 'seenMs' | 'isPinned'>;

export function createServiceMirror(mirror: Mirror, owner: MirrorOwner): ServiceMirror {
  const questions = createQuestionsUnderWay();
  const work = createOpenWork();
  let fingerprints = createFingerprints(owner);

  async function whose(): Promise<number | undefined> {
    const asked = fingerprints;
    const salt = mirror.salt();
    const fingerprint = salt && (await asked.madeWith(salt));
    // Who signed out meanwhile is nobody any more.
    return fingerprint !== undefined && asked === fingerprints
      ? mirror.ownerId(owner.serviceId, fingerprint)
      : undefined;
  }

  async function forgetAnswersTo(ids: readonly CallId[]): Promise<void> {
    questions.change(ids);
    const id = await whose();
    if (id !== undefined) mirror.forgetAnswersTo(id, ids);
  }

  return {
    whose,
    async find(asked) {
      const id = await asked.whose;
      return id === undefined ? undefined : findAnswer((name) => mirror.find(id, name), asked);
    },
    begin(asked) {
      const asking = beginAsking(mirror, questions, asked);
      return {
        ...asking,
        keep: (...given) => work.begin(asking.keep(...given)),
        change: (changed) => work.begin(asking.change(changed)),
        forget: () => work.begin(asking.forget()),
      };
    },
    forgetAnswersTo: (ids) => work.begin(forgetAnswersTo(ids)),
    forgetAll() {
      mirror.forgetService(owner.serviceId);
      fingerprints = createFingerprints(owner);
    },
    settled: work.settled,
  };
}

function beginAsking<Id extends CallId>(mirror: Mirror, questions: QuestionsUnderWay, asked: Asked<Id>): Asking<Id> {
  const name = wholeName(asked.id, asked.question);
  const underWay = questions.begin(asked.id, name);
  /** Whose answer it is; `undefined` where nobody can tell, or something newer is known by now. */
  const ownerNow = async (): Promise<number | undefined> => {
    const id = await asked.whose;
    return id !== undefined && questions.answer(underWay) ? id : undefined;
  };
  return {
    async keep(answer, at) {
      const id = await ownerNow();
      if (id === undefined) return;
      const { records, outdated } = recordsOf(asked, answer);
      mirror.keep(records, { ...at, ownerId: id, operation: asked.id });
      mirror.forget(id, outdated);
    },
    async change(changed) {
      const id = await ownerNow();
      const seen = id === undefined ? undefined : mirror.find(id, name);
      if (id === undefined || !seen) return;
      const value = changed(seen.value as AnswerOf<Id>);
      mirror.keep([{ names: [name], value }], { ...seen, ownerId: id, operation: asked.id });
    },
    async forget() {
      const id = await ownerNow();
      if (id === undefined) return;
      mirror.forget(
        id,
        namesHolding((one) => mirror.find(id, one), asked),
      );
    },
    end: () => questions.end(underWay),
  };
}

const derive = promisify(scrypt) as (secret: string, salt: Uint8Array, lengthBytes: number) => Promise<Buffer>;

/**
 * By which a mirror knows for whom a service answers. A license code can be short: what is written of it costs whoever
 * would guess it time for every guess, and us once for each file, which may be begun anew.
 */
function createFingerprints({ account, licenseCode }: MirrorOwner) {
  let last: { readonly salt: string; readonly made: Promise<string | undefined> } | undefined;
  const make = async (salt: Uint8Array): Promise<string> => {
    const whom = JSON.stringify([...account, (await licenseCode()) ?? '']);
    return (await derive(whom, salt, 16)).toString('base64url');
  };
  return {
    /** `undefined` where the license code cannot be read now: nobody knows whose answers these are. */
    async madeWith(salt: Uint8Array): Promise<string | undefined> {
      const text = Buffer.from(salt).toString('base64url');
      if (last?.salt !== text) last = { salt: text, made: make(salt).catch(() => undefined) };
      const asked = last;
      const made = await asked.made;
      // The keychain may be open for the next question.
      if (made === undefined && last === asked) last = undefined;
      return made;
    },
  };
}

type Find = (name: string) => Seen | undefined;

function findAnswer<Id extends CallId>(find: Find, asked: MirroredQuestion<Id>): SeenAnswerOf<Id> | undefined {
  const found = [findWhole(find, asked), findJoined(find, asked), findWithin(find, asked)];
  // The newest is nearest to what the service would say.
  return found.filter((one) => one !== undefined).sort((one, other) => other.seenMs - one.seenMs)[0];
}

function findWhole<Id extends CallId>(
  find: Find,
  { id, question }: Pick<MirroredQuestion<Id>, 'id' | 'question'>,
): SeenAnswerOf<Id> | undefined {
  const seen = find(wholeName(id, question));
  return seen && { answer: seen.value as AnswerOf<Id>, seenMs: seen.seenMs };
}

function findJoined<Id extends CallId>(
  find: Find,
  { question, decision: { parts } }: MirroredQuestion<Id>,
): SeenAnswerOf<Id> | undefined {
  const seen: Seen[] = [];
  for (const name of parts?.names(question) ?? []) {
    const record = find(name);
    if (!record) return undefined;
    seen.push(record);
  }
  const answer = parts?.join(seen.map(({ value }) => value));
  return answer === undefined ? undefined : { answer, seenMs: Math.min(...seen.map(({ seenMs }) => seenMs)) };
}

function findWithin<Id extends CallId>(
  find: Find,
  { id, question, decision: { within } }: MirroredQuestion<Id>,
): SeenAnswerOf<Id> | undefined {
  const wider = within && findWhole(find, { id, question: within.widen(question) });
  const answer = wider && within.take(wider.answer, question);
  return wider && answer !== undefined ? { answer, seenMs: wider.seenMs } : undefined;
}

/** The names of all that holds an answer to it. */
function namesHolding<Id extends CallId>(find: Find, asked: MirroredQuestion<Id>): readonly string[] {
  const { id, question, decision } = asked;
  const wider = decision.within && findWithin(find, asked) ? [decision.within.widen(question)] : [];
  return [...[question, ...wider].map((one) => wholeName(id, one)), ...(decision.parts?.names(question) ?? [])];
}

interface Filing {
  readonly records: readonly Kept[];
  /** Names of what is no longer so. */
  readonly outdated: readonly string[];
}

/** Record by record where that gives the same answer again; else as a whole, with those records that say what they are. */
function recordsOf<Id extends CallId>({ id, question, decision }: MirroredQuestion<Id>, answer: AnswerOf<Id>): Filing {
  const { parts, within, without = [] } = decision;
  const whole = wholeName(id, question);
  if (!parts) {
    // A question for all of a list can be written in several ways.
    const wide = within?.take(answer, question) === answer ? [wholeName(id, within.widen(question))] : [];
    return { records: [{ names: [whole, ...wide], value: withoutNames(answer, without) }], outdated: [] };
  }
  const split = parts.split(question, answer);
  const byName = new Map(split.flatMap(({ names, value }) => names.map((name) => [name, value] as const)));
  const joined = parts.join(parts.names(question).map((name) => byName.get(name)));
  // Records that are the very same need no look at what is in them, and these may be thousands.
  if (isDeepStrictEqual(joined, answer)) return { records: split, outdated: [whole] };
  const known = split.filter(({ value }) => value !== undefined);
  return { records: [...known, { names: [whole], value: answer }], outdated: [] };
}

function wholeName(id: CallId, { params, query, body }: Question): string {
  return nameOf(id, params, query, body);
}

function withoutNames(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0) return value;
  return JSON.parse(JSON.stringify(value, (name, item: unknown) => (names.includes(name) ? undefined : item)));
}
