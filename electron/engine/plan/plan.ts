import type { KeyView } from '../tree/entries.ts';
import { planKey, type Step } from './plan-key.ts';

export interface PlannedStep {
  readonly view: KeyView;
  readonly step: Step;
}

/** Plans every key; keys are independent of each other, so the order does not matter. */
export function plan(views: Iterable<KeyView>): PlannedStep[] {
  return Array.from(views, (view) => ({ view, step: planKey(view) }));
}
