/** For `{@attach takeFocus}`: gives the keyboard to what a person has just opened, at its first field or button. */
export function takeFocus(opened: Element): void {
  opened.querySelector<HTMLElement>('input, select, textarea, button, a')?.focus();
}
