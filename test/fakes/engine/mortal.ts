import type { LibraryDisk } from '../../../electron/engine/ports.ts';

/** Whether the engine that was given something still lives. */
export interface Life {
  readonly value: boolean;
}

/** A call of the engine to its disk (`stat`, `replace` …) or its service (`storeFile` …). */
export interface PortCall {
  readonly port: 'disk' | 'service';
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Carries a call out by `act`, and may do something before, afterwards or instead. */
export type AroundCall = (call: PortCall, act: () => Promise<unknown>) => Promise<unknown>;

/** The same object while its owner lives; afterwards nothing is done and nothing is ever answered. */
export function mortal<T extends object>(
  object: T,
  life: Life,
  port: PortCall['port'],
  around: AroundCall = (_call, act) => act(),
): T {
  return new Proxy(object, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      if (name === 'read') {
        return (path: string) => reading(Reflect.apply(member, target, [path]) as Reading, path, life, around);
      }
      return async (...values: unknown[]) => {
        if (!life.value) return forever();
        const operation = port === 'service' ? String(values[0]) : String(name);
        const given = operation === 'receive' ? [values[0], whileAlive(values[1], life), ...values.slice(2)] : values;
        const act = async (): Promise<unknown> =>
          life.value ? ((await Reflect.apply(member, target, given)) as unknown) : forever();
        try {
          const answer = await around({ port, name: operation, values }, act);
          if (life.value) return answer;
        } catch (error) {
          if (life.value) throw error;
        }
        return forever();
      };
    },
  });
}

type Reading = ReturnType<LibraryDisk['read']>;

/** Reading answers at once; each piece that is asked for is a call of its own. */
function reading({ bytes, sha256 }: Reading, path: string, life: Life, around: AroundCall): Reading {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const source = bytes[Symbol.asyncIterator]();
    for (;;) {
      if (!life.value) await forever();
      const next = (await around({ port: 'disk', name: 'readChunk', values: [path] }, () =>
        source.next(),
      )) as IteratorResult<Uint8Array>;
      if (!life.value) await forever();
      if (next.done) return;
      yield next.value;
    }
  }
  return { bytes: pieces(), sha256 };
}

/** An answer that never comes, because nobody is there any more to get it. */
export function forever(): Promise<never> {
  return new Promise(() => undefined);
}

/** Bytes that stop coming when their reader dies. */
async function* whileAlive(bytes: unknown, life: Life): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    if (!life.value) await forever();
    yield chunk;
  }
}
