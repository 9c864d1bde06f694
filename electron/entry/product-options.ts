import type { Command } from 'commander';
import type { Looking } from './commands/looking.ts';
import type { NamedProducts } from './commands/products-named.ts';
import { commandOptions } from './command-options.ts';
import { gather } from './program-options.ts';

/** The options by which a command is told products, each as often as there are products. */
export function takeProducts(command: Command): Command {
  return command
    .option('--gtin <digits>', 'GTIN of a product, 8 to 14 digits; named again for each', gather)
    .option('--gln <digits>', 'GLN of the manufacturer, 13 digits')
    .option('--code <text>', 'product code of that manufacturer; named again for each', gather)
    .option('--product <id>', "the service's own id of a product; named again for each", gather);
}

/** Whether a command line names products. */
export function namesProducts({ gtin, gln, code, product }: NamedProducts): boolean {
  return [gtin, gln, code, product].some((named) => named !== undefined);
}

/** Options of a command that asks the service. */
export function takeLooking(command: Command): Command {
  return command
    .option(...commandOptions.language)
    .option(...commandOptions.state)
    .option(...commandOptions.json);
}

export interface LookFlags {
  readonly language?: string;
  readonly state: string;
  readonly json: boolean;
}

export type ProductFlags = NamedProducts & LookFlags;

export function lookingOf({ language, state, json }: LookFlags): Looking {
  return { languageCode: language, stateDir: state, json };
}
