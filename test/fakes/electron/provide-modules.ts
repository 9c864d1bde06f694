import { registerHooks } from 'node:module';

/**
 * Gives the bundles of the desktop app other modules than those installed, by name, until `stop` is called. For what
 * Node loads by itself, past the test runner.
 */
export function provideModules(modules: Readonly<Record<string, unknown>>): { readonly stop: () => void } {
  const shelf = Symbol.for('modules that tests provide');
  Object.assign(globalThis, { [shelf]: modules });
  const scheme = 'provided:';
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      Object.hasOwn(modules, specifier)
        ? { url: `${scheme}${specifier}`, format: 'commonjs', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url.startsWith(scheme)
        ? {
            format: 'commonjs',
            source: `module.exports = globalThis[Symbol.for(${JSON.stringify(shelf.description)})][${JSON.stringify(url.slice(scheme.length))}]`,
            shortCircuit: true,
          }
        : next(url, context),
  });
  return { stop: () => hooks.deregister() };
}
