/** Without any, JSON is parsed as it is: looking for it costs next to nothing. */
const perhapsLong = /(?:^|[:[,\s])-?\d{16}/;

/**
 * Parses JSON; whole numbers that would lose digits, such as ticket numbers made of clock ticks, become texts. Both sides
 * take numbers as texts (wire format, section 1).
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  return JSON.parse(perhapsLong.test(text) ? withLongNumbersAsTexts(text) : text);
}

function withLongNumbersAsTexts(json: string): string {
  const quoteOrLong = /"|(?<![\w.+-])-?[1-9]\d{15,}(?=\s*(?:[,\]}]|$))/g;
  let written = '';
  let writtenTo = 0;
  for (let found = quoteOrLong.exec(json); found; found = quoteOrLong.exec(json)) {
    const [mark] = found;
    if (mark === '"') {
      quoteOrLong.lastIndex = endOfText(json, found.index);
    } else if (String(Number(mark)) !== mark) {
      written += `${json.slice(writtenTo, found.index)}"${mark}"`;
      writtenTo = quoteOrLong.lastIndex;
    }
  }
  return written + json.slice(writtenTo);
}

/** Behind the closing quote of a text in JSON. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
  return json.length;
}
