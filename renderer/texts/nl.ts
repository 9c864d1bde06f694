import { activity } from './nl/activity.ts';
import { addIns } from './nl/add-ins.ts';
import { copies } from './nl/copies.ts';
import { diagnostics } from './nl/diagnostics.ts';
import { errors } from './nl/errors.ts';
import { intake } from './nl/intake.ts';
import { library } from './nl/library.ts';
import { look } from './nl/look.ts';
import { moving } from './nl/moving.ts';
import { products } from './nl/products.ts';
import { publish } from './nl/publish.ts';
import { settings } from './nl/settings.ts';
import { shell } from './nl/shell.ts';
import { states } from './nl/states.ts';
import { content } from './nl/service-content.ts';
import { exports, saving } from './nl/exports.ts';
import { validation } from './nl/validation.ts';
import { versions } from './nl/versions.ts';
import { dutch as explanations } from '../../shared/words/explanations/nl.ts';
import type { Texts } from './texts.ts';

export const dutch: Texts = {
  shell,
  states,
  library,
  versions,
  intake,
  look,
  products,
  publish,
  validation,
  exports,
  saving,
  content,
  activity,
  addIns,
  copies,
  settings,
  moving,
  diagnostics,
  errors,
  explanations,
};
