/**
 * The arguments of the first `KEYWORD(…)` in a STEP physical file (ISO 10303-21), cut at top level; texts come without
 * their quotes and decoded, everything else as written but for comments, and empty where no value is set. `undefined` where
 * the keyword or its closing bracket is missing.
 */
export function readStepArguments(source: string, keyword: string): string[] | undefined {
  const text = withoutComments(source);
  // Texts are passed over, because the keyword may be in one.
  const places = text.matchAll(new RegExp(`'[^']*(?:'|$)|\\b${keyword}\\s*\\(`, 'g'));
  const start = places.find(([found]) => !found.startsWith("'"));
  if (!start) return undefined;
  const found: string[] = [];
  let depth = 1;
  let argument = '';
  for (let at = start.index + start[0].length; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === "'") {
      const end = endOfText(text, at);
      if (end === undefined) return undefined;
      argument += text.slice(at, end);
      at = end - 1;
    } else if (character === ',' && depth === 1) {
      found.push(decodeStepArgument(argument));
      argument = '';
    } else {
      if (character === '(') depth += 1;
      if (character === ')') depth -= 1;
      if (depth === 0) return [...found, decodeStepArgument(argument)];
      argument += character;
    }
  }
  return undefined;
}

/** A comment stands for white space. What looks like one in a text stays. */
function withoutComments(text: string): string {
  return text.replace(/'[^']*(?:'|$)|\/\*[^]*?(?:\*\/|$)/g, (found) => (found.startsWith("'") ? found : ' '));
}

/** Behind the closing quote; a doubled quote is part of the text. */
function endOfText(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== "'") continue;
    if (text[at + 1] !== "'") return at + 1;
    at += 1;
  }
  return undefined;
}

function decodeStepArgument(argument: string): string {
  const trimmed = argument.trim();
  if (trimmed === '$' || trimmed === '*') return '';
  if (!trimmed.startsWith("'")) return trimmed;
  return (
    trimmed
      .slice(1, -1)
      .replaceAll("''", "'")
      // A line may be broken inside a text; the break is no part of it.
      .replace(/\r?\n/g, '')
      .replace(/\\X2\\((?:[0-9A-F]{4})+)\\X0\\/g, (_all, hex: string) => decodeHex(hex, 4))
      .replace(/\\X\\([0-9A-F]{2})/g, (_all, hex: string) => decodeHex(hex, 2))
      .replace(/\\S\\([ -~])/g, (_all, letter: string) => String.fromCharCode(letter.charCodeAt(0) + 128))
      .replaceAll('\\\\', '\\')
  );
}

function decodeHex(hex: string, digits: number): string {
  const codes = hex.match(new RegExp(`.{${digits}}`, 'g')) ?? [];
  return codes.map((code) => String.fromCharCode(parseInt(code, 16))).join('');
}
