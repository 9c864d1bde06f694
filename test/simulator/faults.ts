import { AppError } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { OutgoingFile } from '../../shared/api/caller.ts';
import type { OperationId } from '../../shared/api/contract.ts';
import type { FakeClock } from '../fakes/engine/clock.ts';
import { forever, type AroundCall, type PortCall } from '../fakes/engine/mortal.ts';
import type { Failure } from '../fakes/engine/service.ts';
import type { Designer } from './designer-acts.ts';
import type { SeededRandom } from './seeded-random.ts';
import { keyOfPath, type Site } from './site.ts';

/** How often something goes wrong at a call, each in [0, 1]. */
export interface FaultRates {
  readonly crash: number;
  readonly service: number;
  readonly disk: number;
  readonly edit: number;
}

export const noFaults: FaultRates = { crash: 0, service: 0, disk: 0, edit: 0 };

const diskErrors: Readonly<Partial<Record<string, readonly ErrorCode[]>>> = {
  stat: ['file-unreadable'],
  list: ['file-unreadable'],
  hash: ['file-in-use', 'file-unreadable'],
  readChunk: ['file-in-use', 'file-unreadable'],
  inspect: ['file-in-use'],
  readText: ['file-unreadable'],
  writeText: ['disk-full', 'folder-not-writable'],
  receive: ['disk-full', 'folder-not-writable'],
  putWhole: ['disk-full', 'folder-not-writable'],
  keepCopy: ['disk-full', 'folder-not-writable'],
  copy: ['disk-full', 'folder-not-writable'],
  replace: ['file-in-use', 'folder-not-writable'],
  place: ['folder-not-writable'],
  remove: ['file-in-use', 'folder-not-writable'],
};

/**
 * A file that is replaced is looked at within `replace`, just before the rename: no system lets a program look later, so
 * no edit happens there.
 */
const editBefore = new Set([
  'stat',
  'hash',
  'inspect',
  'keepCopy',
  'copy',
  'receive',
  'putWhole',
  'replace',
  'readChunk',
]);
const editAfter = new Set(['hash', 'inspect', 'replace', 'receive', 'putWhole', 'readChunk']);

/** What a system refuses while another program holds the file for itself. */
const refusedWhileHeld = new Set(['hash', 'inspect', 'readChunk', 'keepCopy', 'copy', 'replace', 'place']);

const changesDisk = new Set(['writeText', 'receive', 'putWhole', 'replace', 'place', 'keepCopy', 'copy', 'remove']);
const changesService = new Set(['storeFile', 'storeMetadata', 'release']);

/** What goes wrong at the calls of the engines, as chance has it. */
export function createFaults(parts: {
  readonly clock: FakeClock;
  readonly random: SeededRandom;
  readonly designer: Designer;
  /** Called after everything that changed a disk or a service. */
  readonly onEffect: () => void;
  /** Called when bytes are about to be sent, with the name of their file. */
  readonly onSend: (site: Site, fileName: string) => void;
  /** Puts another folder, or none, where the library was. */
  readonly onSwap: (site: Site) => void;
}) {
  const { clock, random, designer, onEffect, onSend, onSwap } = parts;
  let rates = noFaults;
  let busy = false;

  const die = (site: Site, where: string): Promise<never> => {
    site.tell(`dies ${where}`);
    site.crash();
    return forever();
  };

  const editDuring = (site: Site, { name, values }: PortCall, moment: string): void => {
    const path = values.find((value): value is string => typeof value === 'string' && keyOfPath(value) !== undefined);
    if (path === undefined || !site.mounted || path.startsWith('.cadlibrary/') || busy) return;
    if (site.world.disk.text(path) === undefined) return;
    site.tell(`${moment} ${name} of the engine the designer saves`);
    busy = true;
    designer.save(site, path);
    busy = false;
  };

  /** Just where a download is to be put, the designer saves something new. */
  const appear = (site: Site, { values: [, target] }: PortCall): void => {
    if (typeof target !== 'string' || !site.mounted || target.startsWith('.cadlibrary/') || busy) return;
    if (keyOfPath(target) === undefined || site.world.disk.text(target) !== undefined) return;
    busy = true;
    designer.save(site, target);
    busy = false;
  };

  async function aroundDisk(site: Site, call: PortCall, act: () => Promise<unknown>): Promise<unknown> {
    const path = String(call.values[0]);
    if (random.happens(rates.crash)) return die(site, `before ${call.name} ${path}`);
    if (editBefore.has(call.name) && random.happens(rates.edit)) editDuring(site, call, 'before');
    if ((call.name === 'place' || call.name === 'replace') && random.happens(rates.edit * 4)) appear(site, call);
    if (refusedWhileHeld.has(call.name) && call.values.some((value) => site.heldOpen.has(String(value))))
      throw new AppError('file-in-use');
    const codes = diskErrors[call.name];
    const failure = codes && random.happens(rates.disk) ? random.pick(codes) : undefined;
    const acts = failure === undefined || (call.name !== 'stat' && random.happens(0.2));
    const answer = acts ? await act() : undefined;
    if (acts && changesDisk.has(call.name)) onEffect();
    if (random.happens(rates.crash)) return die(site, `after ${call.name} ${path}`);
    if (failure !== undefined) {
      site.tell(`${call.name} ${path} fails ${acts ? 'afterwards ' : ''}with ${failure}`);
      throw new AppError(failure);
    }
    if (editAfter.has(call.name) && random.happens(rates.edit)) editDuring(site, call, 'after');
    return answer;
  }

  async function aroundService(site: Site, call: PortCall, act: () => Promise<unknown>): Promise<unknown> {
    const operation = call.name as OperationId;
    const file = fileSent(operation, call);
    if (file) onSend(site, file.fileName);
    // What is seldom asked for meets trouble more often: otherwise it would hardly ever meet any.
    const often = operation === 'release' ? 5 : 1;
    if (random.happens(rates.crash * 2 * often)) return die(site, `before ${operation}`);
    const failure = random.happens(Math.min(0.5, rates.service * often)) ? pickFailure(site, operation) : undefined;
    if (failure !== undefined) {
      site.tell(`${operation} meets ${JSON.stringify(failure)}`);
      site.world.service.fail(operation, failure);
    }
    const slow = random.happens(rates.service);
    if (slow && random.happens(0.5)) await wait(site, call);
    const answer = await act();
    if (changesService.has(operation)) onEffect();
    if (operation === 'storeMetadata' || operation === 'release') site.tell(`${operation} ${describe(call, answer)}`);
    if (random.happens(rates.crash * 2 * often)) return die(site, `after ${operation}`);
    if (slow) await wait(site, call);
    // What was slow may be answered when nothing fails any more.
    if (slow && operation === 'getFile' && site.mounted && random.happens(rates.service > 0 ? 0.1 : 0)) onSwap(site);
    return answer;
  }

  function pickFailure(site: Site, operation: OperationId): Failure {
    // Bytes of the right length that nobody vouches for cannot be told from the right ones.
    const tellable = operation === 'getFile' && site.world.service.versions.tellsHashes();
    return random.weighted<Failure>([
      [2, 'lostRequest'],
      [3, 'lostAnswer'],
      [1, 'timeout'],
      [1, 'unauthorized'],
      [0.2, 'signInFailed'],
      [2, 'internalError'],
      [1, { retryAfterMs: random.between(1, 20) * 1_000 }],
      [operation === 'getFile' ? 3 : 0, 'truncatedBody'],
      [tellable ? 2 : 0, 'wrongBytes'],
    ]);
  }

  /** A slow line; whoever takes the request back does not wait for its end. */
  async function wait(site: Site, { name, values }: PortCall): Promise<void> {
    site.tell(`${name} is slow`);
    const options = values.at(-1) as { readonly signal?: AbortSignal } | undefined;
    await new Promise<void>((resolve, reject) => {
      clock.after(random.between(10, 15_000), resolve);
      options?.signal?.addEventListener('abort', () => reject(new AppError('cancelled')));
    });
  }

  return {
    setRates: (next: FaultRates): unknown => (rates = next),

    /** Nothing fails while somebody only looks. */
    without(look: () => void): void {
      const usual = rates;
      rates = noFaults;
      try {
        look();
      } finally {
        rates = usual;
      }
    },

    around:
      (site: Site): AroundCall =>
      (call, act) =>
        call.port === 'disk' ? aroundDisk(site, call, act) : aroundService(site, call, act),

    onStateChange(site: Site, moment: 'before' | 'after'): void {
      if (!random.happens(rates.crash / 2)) return;
      site.tell(`dies ${moment} the state was written`);
      site.crash();
    },
  };
}

export type Faults = ReturnType<typeof createFaults>;

function describe({ values }: PortCall, answer: unknown): string {
  return `of ${JSON.stringify(values[1])} gave ${JSON.stringify(answer)}`;
}

/** The file that a request carries, alone or along with its metadata. */
function fileSent(operation: OperationId, { values }: PortCall): OutgoingFile | undefined {
  if (operation === 'storeFile') return values[2] as OutgoingFile;
  return operation === 'storeMetadata' ? (values[1] as { readonly file?: OutgoingFile }).file : undefined;
}
