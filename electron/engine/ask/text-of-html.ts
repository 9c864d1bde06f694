/** What these elements hold is no text of the page. */
const silent = /<(script|style|template|noscript|title)\b[\s\S]*?(<\/\1\s*>|$)/gi;
/** Ends before the next `<`: to look further for the end of each of many would cost the square of their number. */
const tag = /<[^<>]*>/g;
/** Ends of these begin a new line for who reads the text. */
const blockEnd = /<(br|\/(p|div|tr|li|h[1-6]|table|ul|ol|section|article))\b[^<>]*>/gi;
const cellEnd = /<\/t[dh]\s*>/gi;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * What a web page says, as plain text. A report comes from elsewhere: nothing of it reaches a window but its words, so
 * that no script, picture or link of it can do anything.
 */
export function textOfHtml(html: string): string {
  const text = html
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(silent, '')
    .replace(/\s+/g, ' ')
    .replace(cellEnd, '\t')
    .replace(blockEnd, '\n')
    .replace(tag, '')
    .replace(/&(#x?[\da-f]{1,6}|\w{2,8});/gi, decode);
  const lines = text.split('\n').map((line) => line.replace(/[^\S\t]+/g, ' ').trim());
  return lines
    .filter((line, place) => line !== '' || (lines[place - 1] ?? '') !== '')
    .join('\n')
    .trim();
}

function decode(whole: string, name: string): string {
  if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}
