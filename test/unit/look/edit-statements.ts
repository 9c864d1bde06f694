/** Edits of STEP and IFC files as text, by the numbers of their statements. */

/** Puts other text into one statement. @throws Error where it is not there, or does not hold that text */
export function editStatement(file: string, number: number, from: string, to: string): string {
  const statement = statementOf(file, number);
  if (!statement.includes(from)) throw new Error(`#${number} does not hold ${from}: ${statement}`);
  return file.replace(statement, statement.replace(from, to));
}

/** @throws Error where one of them is not there */
export function removeStatements(file: string, numbers: readonly number[]): string {
  return numbers.reduce((text, number) => text.replace(statementOf(text, number), ''), file);
}

/** Puts a statement of the file in as a new one, before the end. */
export function addStatements(file: string, statements: string): string {
  const end = file.lastIndexOf('ENDSEC;');
  return `${file.slice(0, end)}${statements}\n${file.slice(end)}`;
}

/** With the text that it begins with, so that no other one holds it too. */
function statementOf(file: string, number: number): string {
  const [statement] = new RegExp(`(?<=\\n)#${number}\\s*=(?:'(?:[^']|'')*'|[^';])*;`).exec(file) ?? [];
  if (statement === undefined) throw new Error(`There is no #${number}.`);
  return statement;
}
