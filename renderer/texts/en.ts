import { activity } from './en/activity.ts';
import { copies } from './en/copies.ts';
import { diagnostics } from './en/diagnostics.ts';
import { errors } from './en/errors.ts';
import { library } from './en/library.ts';
import { products } from './en/products.ts';
import { publish } from './en/publish.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { states } from './en/states.ts';

export const english = { shell, states, library, products, publish, activity, copies, settings, diagnostics, errors };
