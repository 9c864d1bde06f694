const longestName = 80;

/**
 * A program's name as found in a file, fit to be shown: one line of at most 80 characters. Text with a path in it is
 * refused, because paths name people.
 */
export function readableName(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const line = text
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffd]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '' || line.length > longestName || /[\\/@]/.test(line)) return undefined;
  return line;
}
