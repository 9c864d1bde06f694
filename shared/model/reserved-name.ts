/** Names Windows keeps for devices, with or without an extension, also with blanks before its dot. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?$/i;

/** Whether Windows can hold no file of this name. */
export function isReservedName(name: string): boolean {
  return reserved.test(name);
}
