import { activity } from './en/activity.ts';
import { addIns } from './en/add-ins.ts';
import { copies } from './en/copies.ts';
import { diagnostics } from './en/diagnostics.ts';
import { errors } from './en/errors.ts';
import { intake } from './en/intake.ts';
import { library } from './en/library.ts';
import { look } from './en/look.ts';
import { moving } from './en/moving.ts';
import { products } from './en/products.ts';
import { publish } from './en/publish.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { states } from './en/states.ts';
import { content } from './en/service-content.ts';
import { exports, saving } from './en/exports.ts';
import { validation } from './en/validation.ts';
import { versions } from './en/versions.ts';
import { english as explanations } from '../../shared/words/explanations/en.ts';

export const english = {
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
