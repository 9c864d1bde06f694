type Standards = Readonly<Record<string, string>>;

/** The standard of one id; `undefined` where there is none, also for a name that every object has. */
export function standardOf(standards: Standards, id: string): Record<string, string> | undefined {
  const name = Object.hasOwn(standards, id) ? standards[id] : undefined;
  return name === undefined ? undefined : { [id]: name };
}
