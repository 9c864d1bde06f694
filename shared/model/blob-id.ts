/** Older clients send a GUID of zeros where there is none. */
export function blobIn(id: string | undefined): string | undefined {
  return id === undefined || /^[0-]*$/.test(id) ? undefined : id;
}
