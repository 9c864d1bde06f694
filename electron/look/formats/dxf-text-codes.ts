/** The codes by which texts of DXF say what a keyboard does not have, and how a paragraph is set. */

const signs: Readonly<Record<string, string>> = { c: 'Ø', d: '°', p: '±', '%': '%', u: '', o: '', k: '' };

/** A text of one line as people read it: `%%c` is a diameter, `\U+00B2` any character. Every text may have these codes. */
export function plainText(text: string): string {
  return text
    .replace(/%%(?:(\d{3})|([cdpuok%]))/gi, (_, number: string | undefined, sign = '') =>
      number === undefined ? (signs[(sign as string).toLowerCase()] ?? '') : String.fromCharCode(Number(number)),
    )
    .replace(/\\U\+([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** A sign after a backslash, with what is stacked or set up to a semicolon; a group; a control character. */
const code = /\\([PXN~\\{}LlOoKk])|\\S([^;]*);?|\^([IJM ])|\\([ACcFfHhQTWp])([^;\\{}]*);|[{}]/g;

/** Where something stacked begins: two and a half is no twenty-one halves. */
const stackMark = '\0';
const afterNumber = /(?<=\d)\0/g;

/** A paragraph as people read it, each of its lines in a line; without what changes its font, colour and height. */
export function plainParagraph(text: string): string {
  const read = plainText(text).replace(code, (_, sign = '', stacked?: string, control = '') => {
    if (stacked !== undefined) return `${stackMark}${stackedText(stacked)}`;
    return afterBackslash[sign as string] ?? controls[control as string] ?? '';
  });
  return read.replace(afterNumber, ' ').replaceAll(stackMark, '');
}

/** Those that are left out switch lines over and under a text. */
const afterBackslash: Readonly<Record<string, string>> = {
  P: '\n',
  X: '\n',
  N: '\n',
  '~': '\u00a0',
  '\\': '\\',
  '{': '{',
  '}': '}',
};
const controls: Readonly<Record<string, string>> = { I: ' ', J: '\n', M: '', ' ': '^' };

/** `1/2` and `1#2` are a fraction, `+0.1^-0.2` a tolerance. */
function stackedText(text: string): string {
  const [above = '', below] = text.split(/(?<!\\)[/#^]/, 2);
  if (below === undefined) return above;
  if (!text.includes('^')) return `${above.trim()}/${below.trim()}`;
  return [above.trim(), below.trim()].filter((part) => part !== '').join(' ');
}

/** What holds for letters, by its code. */
type Format = ReadonlyMap<string, string>;

/**
 * What the codes of a paragraph amount to: how many letters have which colour, font and the like, however that is
 * written. Empty where all of that is as usual.
 */
export function formatOfParagraph(text: string): string {
  const signed = plainText(text);
  const runs: { readonly said: string; letters: number }[] = [];
  const outer: Format[] = [];
  let format: Format = new Map();
  const write = (letters: number, stacked = ''): void => {
    if (letters === 0) return;
    const said = [...format].toSorted().join(' ') + stacked;
    const last = runs.at(-1);
    if (last?.said === said) last.letters += letters;
    else runs.push({ said, letters });
  };
  let end = 0;
  for (const { 0: all, 1: sign, 2: stacked, 3: control, 4: kind, 5: value = '', index } of signed.matchAll(code)) {
    write(index - end);
    end = index + all.length;
    if (all === '{') outer.push(format);
    else if (all === '}') format = outer.pop() ?? format;
    else if (stacked !== undefined) write(stackedText(stacked).length, ` stacked ${/[/#^]/.exec(stacked)?.[0] ?? ''}`);
    else if (kind !== undefined) format = withCode(format, kind, value);
    else if (sign !== undefined && /[LOK]/i.test(sign)) format = withCode(format, sign.toUpperCase(), lineSwitch(sign));
    else write((afterBackslash[sign ?? ''] ?? controls[control ?? ''] ?? '').length);
  }
  write(signed.length - end);
  return runs.every(({ said }) => said === '') ? '' : runs.map(({ said, letters }) => `${letters} ${said}`).join();
}

/** Capital letters switch a line on, small ones switch it off. */
const lineSwitch = (sign: string): string => (sign === sign.toUpperCase() ? '1' : '0');

/** What is so where no code says it. */
const usualValues: Readonly<Record<string, string>> = { A: '0', L: '0', O: '0', K: '0', Q: '0', T: '1', W: '1' };

function withCode(format: Format, kind: string, value: string): Format {
  const isFont = kind === 'f' || kind === 'F';
  // The code page and the pitch of a font follow from its name.
  const font = value.toLowerCase().replaceAll(/\|(?:[cp]\d*|[bi]0)(?=\||$)/g, '');
  const said = isFont ? font : value.trim() === '' || Number.isNaN(Number(value)) ? value : String(Number(value));
  const colourOrKind = kind === 'c' ? 'C' : isFont ? 'f' : kind;
  const next = new Map(format);
  if (usualValues[kind] === said) next.delete(colourOrKind);
  else next.set(colourOrKind, kind === 'c' ? `true ${said}` : said);
  return next;
}
