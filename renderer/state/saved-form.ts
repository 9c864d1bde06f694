import type { Program } from '../../shared/model/program.ts';
import type { UnsentForms } from './unsent-forms.svelte.ts';

/** What a field holds: a text, or a list of lines or programs. */
type Item = string | Program;
type Value = string | readonly Item[];

/** A form that begins with what is saved, and may be open while that is changed elsewhere. */
interface SavedForm<T extends Record<keyof T, Value>> {
  /** What is in its fields. */
  typed: T;
  /** What was saved when it was last looked at. */
  begun: T;
  /** The fields that hold something else than what was saved for them elsewhere since the form began. */
  elsewhere: readonly (keyof T)[];
}

/** The form as it was left, else as it begins. */
export function openSavedForm<T extends Record<keyof T, Value>>(
  forms: UnsentForms,
  about: string,
  saved: T,
): SavedForm<T> {
  const kept = forms.of(about, (): { form?: SavedForm<T> } => ({}));
  kept.form ??= { typed: { ...saved }, begun: { ...saved }, elsewhere: [] };
  return kept.form;
}

/**
 * Has a form follow what is saved by now: what somebody typed stays, everything else becomes what is saved. In a list,
 * what was typed is the items that were added, changed or removed, and the order only where somebody changed that.
 * @param isHeld something was typed that belongs to all fields as they are
 * @returns whether a field holds something else now
 */
export function followSaved<T extends Record<keyof T, Value>>(form: SavedForm<T>, saved: T, isHeld = false): boolean {
  const before = JSON.stringify(form.typed);
  for (const name of Object.keys(form.begun) as (keyof T)[]) {
    const now = saved[name];
    if (isSame(form.begun[name], now)) continue;
    const next = isHeld ? form.typed[name] : merged(form.begun[name], form.typed[name], now);
    // What is merged out of two values of a field is one, too.
    form.typed[name] = next as T[keyof T];
    form.begun[name] = now;
    const others = form.elsewhere.filter((one) => one !== name);
    form.elsewhere = isSame(next, now) ? others : [...others, name];
  }
  return JSON.stringify(form.typed) !== before;
}

function merged(begun: Value, typed: Value, now: Value): Value {
  if (isSame(typed, begun)) return now;
  if (typeof begun === 'string' || typeof typed === 'string' || typeof now === 'string') return typed;
  const chosen = (item: Item): Item | undefined => {
    const mine = namesake(typed, item);
    return isSame(mine, namesake(begun, item)) ? namesake(now, item) : mine;
  };
  const isReordered = !isSame(namesIn(typed, begun), namesIn(begun, typed));
  const all = isReordered ? withOthers(typed, now) : withOthers(now, typed);
  return all.flatMap((item) => chosen(item) ?? []);
}

/** A list, and what only the other one has: each item behind all that it is behind there. */
function withOthers(list: readonly Item[], other: readonly Item[]): Item[] {
  const all = [...list];
  let place = 0;
  for (const item of other) {
    const same = namesake(list, item);
    if (same === undefined) all.splice(place, 0, item);
    place = same === undefined ? place + 1 : Math.max(place, all.indexOf(same) + 1);
  }
  return all;
}

/** The names of a list that are in another one, too. */
const namesIn = (list: readonly Item[], other: readonly Item[]): string[] =>
  list.filter((item) => namesake(other, item) !== undefined).map(nameOf);

/** A line is itself; a program has its version there. */
function namesake(items: readonly Item[], item: Item): Item | undefined {
  return items.find((one) => nameOf(one) === nameOf(item));
}

const nameOf = (item: Item): string => (typeof item === 'string' ? item : item.name.toLowerCase());

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
