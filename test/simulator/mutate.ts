import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { mutate } from './mutated-source.ts';

/** Loaded before everything else (`--import`): puts the fault that the environment names into the engine. */
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith('file:')) return loaded;
    return {
      ...loaded,
      source:
        mutate(fileURLToPath(url), () =>
          typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source),
        ) ?? loaded.source,
    };
  },
});
