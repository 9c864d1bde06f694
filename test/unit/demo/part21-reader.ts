/** One instance of a STEP physical file, as far as the tests look into it. */
export interface Part21Instance {
  readonly entity: string;
  readonly references: readonly string[];
  readonly text: string;
  /** The arguments at top level, as written. */
  readonly values: readonly string[];
}

/** Reads the instances of a STEP physical file and insists on its frame; any other line throws. */
export function readPart21(content: string): ReadonlyMap<string, Part21Instance> {
  const frame =
    /^ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION\(.*\);\nFILE_NAME\(.*\);\nFILE_SCHEMA\(\('[^']+'\)\);\nENDSEC;\nDATA;\n(.*)\nENDSEC;\nEND-ISO-10303-21;\n$/s;
  const data = frame.exec(content)?.[1];
  if (data === undefined) throw new Error('the frame of the file is not that of ISO 10303-21');
  const instances = new Map<string, Part21Instance>();
  for (const line of data.split('\n')) {
    const [, name, entity, text] = /^(#\d+)=([A-Z0-9_]*)(\(.*\));$/.exec(line) ?? [];
    if (name === undefined || text === undefined) throw new Error(`no instance: ${line}`);
    if (instances.has(name)) throw new Error(`${name} is there twice`);
    if (/[^\x20-\x7e]/.test(line)) throw new Error(`not plain ASCII: ${line}`);
    const withoutTexts = text.replace(/'(?:[^']|'')*'/g, "''");
    instances.set(name, {
      entity: entity ?? '',
      references: withoutTexts.match(/#\d+/g) ?? [],
      text,
      values: topLevelValues(withoutTexts.slice(1, -1)),
    });
  }
  return instances;
}

function topLevelValues(text: string): string[] {
  const values = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) throw new Error(`a bracket too many: ${text}`);
    if (character === ',' && depth === 0) values.push('');
    else values[values.length - 1] += character;
  }
  if (depth !== 0) throw new Error(`a bracket is open: ${text}`);
  return values;
}
