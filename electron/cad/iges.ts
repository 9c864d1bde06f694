import type { BoundedFile } from './bounded-file.ts';
import { nothingKnown, wholeIf, type FormatFacts } from './cad-facts.ts';
import { readableName } from './readable-name.ts';
import { readEndOfText, withoutMark } from './text-ends.ts';

/** Long enough for the sections S and G of any file that people look at. */
const headBytes = 32 * 1024;
/** The program that wrote the file is the fifth parameter of the section G (IGES 5.3, section 2.2.4.3). */
const programPlace = 5;

/** IGES: lines of 80 columns in sections, of which each line names its own in column 73. */
export async function readIges(file: BoundedFile): Promise<FormatFacts> {
  const head = withoutMark(await file.readHead(headBytes)).toString('latin1');
  if (!/^[^\r\n]{72}S {0,6}\d/.test(head)) return nothingKnown;
  const [between = '', end = '', ...others] = parametersOf(globalSection(head));
  const isUsual = [',', ''].includes(between) && [';', ''].includes(end);
  const program = isUsual ? readableName(others[programPlace - 3]) : undefined;
  const whole = wholeIf(endsAsIges(await readEndOfText(file)));
  return { whole, ...(program === undefined ? {} : { program }) };
}

/**
 * Whether the last line is that of the section T, with which a file ends (IGES 5.3, section 2.2.4.6).
 * @param end of the text, without what fills it up
 */
export function endsAsIges(end: string): boolean {
  return (
    end
      .split(/[\r\n]+/)
      .at(-1)
      ?.charAt(72) === 'T'
  );
}

const globalSection = (head: string): string =>
  head
    .split(/[\r\n]+/)
    .filter((line) => line.charAt(72) === 'G')
    .map((line) => line.slice(0, 72))
    .join('');

/** The first parameters. The first two name what stands between them and at their end, and may be left out. */
function parametersOf(section: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < section.length && found.length < programPlace;) {
    const [whole, length] = /^ *(\d{1,4})H/.exec(section.slice(at, at + 16)) ?? [];
    // A text says how long it is: it may hold what else ends a parameter.
    const start = at + (whole?.length ?? 0);
    const end = whole === undefined ? section.slice(at).search(/[,;]|$/) + at : start + Number(length);
    found.push(section.slice(start, end));
    at = end + 1;
  }
  return found;
}
