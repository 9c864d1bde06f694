/** The codes by which texts of DXF say what a keyboard does not have, and how a paragraph is set. */

const signs: Readonly<Record<string, string>> = { c: 'Ø', d: '°', p: '±', '%': '%', u: '', o: '', k: '' };

/** Codes that every text may have: `%%c` is a diameter, `\U+00B2` any character. */
function withSigns(text: string): string {
  return text
    .replace(/%%(?:(\d{3})|([cdpuok%]))/gi, (_, number: string | undefined, sign = '') =>
      number === undefined ? (signs[(sign as string).toLowerCase()] ?? '') : String.fromCharCode(Number(number)),
    )
    .replace(/\\U\+([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** A text of one line as people read it. */
export function plainText(text: string): string {
  return withSigns(text);
}

/** A sign after a backslash, with what is stacked or set up to a semicolon; a group; a control character. */
const code = /\\([PXN~\\{}LlOoKk])|\\S([^;]*);?|\\[ACcFfHhQTWp][^;\\{}]*;|[{}]|\^([IJM ])/g;

/** Where something stacked begins: two and a half is no twenty-one halves. */
const stackMark = '\0';
const afterNumber = /(?<=\d)\0/g;

/** A paragraph as people read it, each of its lines in a line; without what changes its font, colour and height. */
export function plainParagraph(text: string): string {
  const read = withSigns(text).replace(code, (_, sign = '', stacked?: string, control = '') => {
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
