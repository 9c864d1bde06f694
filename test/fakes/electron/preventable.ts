/** An event whose usual consequence a listener can prevent. */
export function preventable() {
  const event = { defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) };
  return event;
}
