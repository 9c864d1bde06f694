import { flushingEnvironment } from '../platform/flushing-threads.mjs';
import { environmentNames } from './environment.ts';

/**
 * The environment for programs of others that the app starts and that outlive it: all of this process's but what was
 * meant for the app, secrets among it.
 */
export function environmentForOthers(): NodeJS.ProcessEnv {
  const ours = new Set(Object.values(environmentNames).flatMap((name) => [name, `${name}_FILE`]));
  const others = Object.entries(environmentAsGiven()).filter(([name]) => !ours.has(name.toUpperCase()));
  return Object.fromEntries(others);
}

/** The environment of this process without what it was started with for its own sake. */
export function environmentAsGiven(): NodeJS.ProcessEnv {
  // In a copy, names on Windows have the case that somebody gave them.
  const isOwn = ([name, value]: [string, string | undefined]): boolean =>
    value !== undefined && flushingEnvironment[name.toUpperCase()] === value;
  return Object.fromEntries(Object.entries(process.env).filter((variable) => !isOwn(variable)));
}
