import { activity } from './nl/activity.ts';
import { copies } from './nl/copies.ts';
import { diagnostics } from './nl/diagnostics.ts';
import { errors } from './nl/errors.ts';
import { library } from './nl/library.ts';
import { products } from './nl/products.ts';
import { publish } from './nl/publish.ts';
import { settings } from './nl/settings.ts';
import { shell } from './nl/shell.ts';
import { states } from './nl/states.ts';
import type { Texts } from './texts.ts';

export const dutch: Texts = {
  shell,
  states,
  library,
  products,
  publish,
  activity,
  copies,
  settings,
  diagnostics,
  errors,
};
