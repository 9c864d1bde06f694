import type { EngineClient } from './engine-client.ts';

/** The same client, which tells by its name (`files.open`) each call that is made through it. */
export function tellCalls(client: EngineClient, tell: (name: string) => void): EngineClient {
  const follow = <Part extends object>(part: Part, path: readonly string[]): Part =>
    new Proxy(part, {
      get(_part, name) {
        const inner: unknown = Reflect.get(part, name);
        const isPart = typeof inner === 'function' || (typeof inner === 'object' && inner !== null);
        return isPart && typeof name === 'string' ? follow(inner, [...path, name]) : inner;
      },
      apply(_part, self, given) {
        tell(path.join('.'));
        return Reflect.apply(part as () => unknown, self, given) as unknown;
      },
    });
  return follow(client, []);
}
