/** Something in a menu. */
export interface MenuItem {
  readonly itemId: string;
  readonly text: string;
  /** Keys that do the same, one after the other. */
  readonly keys?: readonly string[];
  /** For something that is on or off: the menu stays open, so that several can be turned. */
  readonly isOn?: boolean;
  readonly act: () => void;
}

/** Where a menu opens, in pixels of the window. */
export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

/** Where a menu opens that a button opens. */
export function pointBelow(button: Element): MenuPoint {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom + 4 };
}
