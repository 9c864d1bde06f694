import { registerHooks } from 'node:module';
import { mutants } from './mutants.ts';

/** Loaded before everything else (`--import`): puts the fault that the environment names into the engine. */
const mutant = mutants.find(({ name }) => name === process.env['MUTANT']);
if (!mutant) throw new Error(`There is no such mutant: ${process.env['MUTANT']}`);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/electron/engine/${mutant.file}`)) return loaded;
    const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    if (source.split(mutant.text).length !== 2) throw new Error(`${mutant.file} has no place for: ${mutant.name}`);
    return { ...loaded, source: source.replace(mutant.text, () => mutant.instead) };
  },
});
