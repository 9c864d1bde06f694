import type { MenuPoint } from '../../ui/menu-item.ts';
import type { Direction } from './gallery-layout.ts';

/** The keys that go from one file of a list to another. */
export const directionOf: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

/** Whether these keys ask what can be done. */
export const asksForMenu = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Where a menu opens that the keyboard asked for. */
export function pointOver(file: Element): MenuPoint {
  const { left, top } = file.getBoundingClientRect();
  return { x: left + 24, y: top + 24 };
}

/** Whether the mouse is on a card's short way to publishing. */
export const isOnPublish = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('[data-publish]') !== null;
