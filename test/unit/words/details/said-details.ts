import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** What is filled in when the sentence is said. */
const blank = '{}';
/** Properties of tables in which sentences, or parts of them, stand. */
const wordsBy = /^(words|form)$/;
/** How far a text is followed from where it is said to where it is written. */
const deepest = 8;

type Functions = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

/** The sources of some rooms, as far as texts are followed through them. */
interface Sources {
  readonly files: readonly ts.SourceFile[];
  readonly functions: ReadonlyMap<string, readonly Functions[]>;
  readonly calls: ReadonlyMap<string, readonly ts.CallExpression[]>;
}

/**
 * Every text that sources give as the `detail` of something, with `{}` where something is filled in.
 * @param rooms folders, from the root of the project
 * @param isLeftOut by the path of a file
 * @returns `said`: where, by text; `untold`: the expressions of which no text can be told
 */
export function saidDetails(root: string, rooms: readonly string[], isLeftOut: (path: string) => boolean) {
  const sources = readSources(root, rooms);
  const said = new Map<string, string>();
  const untold = new Set<string>();
  for (const file of sources.files) {
    if (isLeftOut(file.fileName)) continue;
    walk(file, (node) => {
      const given = detailIn(node);
      if (!given) return;
      const texts = textsOf(given, sources, deepest);
      if (texts.length === 0) untold.add(given.getText());
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      for (const text of texts) said.set(text, `${file.fileName}:${line + 1}`);
    });
  }
  return { said, untold };
}

function detailIn(node: ts.Node): ts.Expression | undefined {
  if (ts.isPropertyAssignment(node) && nameOf(node) === 'detail') return node.initializer;
  if (ts.isShorthandPropertyAssignment(node) && node.name.text === 'detail') return node.name;
  return undefined;
}

function readSources(root: string, rooms: readonly string[]): Sources {
  const paths = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
  );
  const files = paths
    .filter((path) => path.endsWith('.ts'))
    .map((path) =>
      ts.createSourceFile(
        path.replaceAll('\\', '/'),
        readFileSync(join(root, path), 'utf8'),
        ts.ScriptTarget.Latest,
        true,
      ),
    );
  const functions = new Map<string, Functions[]>();
  const calls = new Map<string, ts.CallExpression[]>();
  for (const file of files) {
    walk(file, (node) => {
      if (isFunction(node)) add(functions, nameOf(node), node);
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) add(calls, node.expression.text, node);
    });
  }
  return { files, functions, calls };
}

/** The texts that an expression may give; none where that cannot be told. */
function textsOf(node: ts.Expression, sources: Sources, depth: number): readonly string[] {
  const of = (part: ts.Expression): readonly string[] => textsOf(part, sources, depth - 1);
  if (depth === 0) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ expression, literal }) =>
      combined([orBlank(of(expression)), [literal.text]]),
    );
    return combined([[node.head.text], ...parts]);
  }
  if (ts.isConditionalExpression(node)) return [...of(node.whenTrue), ...of(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return of(node.right);
    return [...of(node.left), ...of(node.right)];
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return of(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(of);
  if (ts.isCallExpression(node)) return textsOfCall(node, sources, depth);
  if (ts.isIdentifier(node)) return textsOfName(node, sources, depth);
  if (ts.isElementAccessExpression(node)) return valuesIn(node.expression).flatMap(of);
  if (!ts.isPropertyAccessExpression(node)) return [];
  // What is wrong with a value, as those say who read it.
  if (/\bfault\.detail$/.test(node.getText()))
    return (sources.calls.get('faulty') ?? []).flatMap((call) => of(call.arguments[1]!));
  return wordsBy.test(node.name.text) ? propertiesOf(node.getSourceFile(), node.name.text).flatMap(of) : [];
}

function textsOfCall(node: ts.CallExpression, sources: Sources, depth: number): readonly string[] {
  const { expression: callee } = node;
  const given = (found: readonly ts.Node[]) =>
    found.filter(isFunction).flatMap((one) => returnsOf(one).flatMap((part) => textsOf(part, sources, depth - 1)));
  if (ts.isElementAccessExpression(callee)) return given(valuesIn(callee.expression));
  if (ts.isPropertyAccessExpression(callee)) {
    const { text: name } = callee.name;
    if (['replace', 'trim', 'join', 'filter'].includes(name)) return textsOf(callee.expression, sources, depth - 1);
    return given((sources.functions.get(name) ?? []).filter((one) => roomOf(one) === roomOf(node)));
  }
  if (!ts.isIdentifier(callee)) return [];
  if (callee.text === 'capital') return node.arguments.flatMap((part) => textsOf(part, sources, depth - 1));
  return given(handedIn(callee) ?? here(sources.functions.get(callee.text) ?? [], node));
}

/** Where what is called is a parameter: the functions that its file hands over in that place. */
function handedIn(callee: ts.Identifier): readonly Functions[] | undefined {
  const receiver = ts.findAncestor(callee, (one): one is Functions => isFunction(one) && placeOf(callee, one) >= 0);
  if (!receiver) return undefined;
  const found: Functions[] = [];
  walk(callee.getSourceFile(), (node) => {
    const handed = ts.isCallExpression(node) ? node.arguments[placeOf(callee, receiver)] : undefined;
    if (handed && isFunction(handed)) found.push(handed);
  });
  return found;
}

const placeOf = ({ text }: ts.Identifier, { parameters }: Functions): number =>
  parameters.findIndex(({ name }) => ts.isIdentifier(name) && name.text === text);

/** Such as `electron/imports`. */
const roomOf = (node: ts.Node): string => node.getSourceFile().fileName.split('/').slice(0, 2).join('/');

/** Of a name: what a constant is, and what others give for a parameter. */
function textsOfName(node: ts.Identifier, sources: Sources, depth: number): readonly string[] {
  for (let scope: ts.Node | undefined = node.parent; scope; scope = scope.parent) {
    if (isFunction(scope)) {
      const place = placeOf(node, scope);
      if (place >= 0) return textsGiven(scope, place, sources, depth);
      if (scope.parameters.some(({ name }) => !ts.isIdentifier(name) && name.getText().includes(node.text))) return [];
    }
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    const found = scope.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .find(({ name }) => ts.isIdentifier(name) && name.text === node.text);
    if (found?.initializer) return textsOf(found.initializer, sources, depth - 1);
  }
  return [];
}

function textsGiven(receiver: Functions, place: number, sources: Sources, depth: number): readonly string[] {
  const calls = sources.calls.get(nameOf(receiver)) ?? [];
  const meant = calls.filter((call) => here(sources.functions.get(nameOf(receiver)) ?? [], call).includes(receiver));
  const given = meant.map((call) => {
    const argument = call.arguments[place];
    return argument ? textsOf(argument, sources, depth - 1) : [];
  });
  // Of a path or a name that only some give as a text nothing is known; a detail is a text, whoever gives it.
  const isText = receiver.parameters[place]?.name.getText() === 'detail';
  return isText || given.every((texts) => texts.length > 0) ? given.flat() : [];
}

/** Those of the same file, where there are any: others have the same name by chance. */
function here<T extends ts.Node>(found: readonly T[], asked: ts.Node): readonly T[] {
  const own = found.filter((one) => one.getSourceFile() === asked.getSourceFile());
  return own.length > 0 ? own : found;
}

function returnsOf({ body }: Functions): readonly ts.Expression[] {
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const found: ts.Expression[] = [];
  walk(body, (node) => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
  });
  return found;
}

/** What is in a table that a constant of the same file is. */
function valuesIn(table: ts.Expression): readonly ts.Expression[] {
  if (!ts.isIdentifier(table)) return [];
  const found: ts.Expression[] = [];
  walk(table.getSourceFile(), (node) => {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== table.text || !node.initializer) return;
    const value = ts.isAsExpression(node.initializer) ? node.initializer.expression : node.initializer;
    if (!ts.isObjectLiteralExpression(value)) return;
    found.push(...value.properties.filter(ts.isPropertyAssignment).map(({ initializer }) => initializer));
  });
  return found;
}

function propertiesOf(file: ts.SourceFile, name: string): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  walk(file, (node) => {
    if (ts.isPropertyAssignment(node) && nameOf(node) === name) found.push(node.initializer);
  });
  return found;
}

/** Something that may be empty has words where it is not, with the space before them; else it is a value. */
function orBlank(texts: readonly string[]): readonly string[] {
  const isValue = texts.includes('') && !texts.some((text) => text.startsWith(' '));
  return texts.length === 0 || isValue ? [blank] : [...new Set(texts)];
}

/** Every way to say one text of each after the other. */
function combined(parts: readonly (readonly string[])[]): readonly string[] {
  return parts.reduce((before, part) => before.flatMap((start) => part.map((end) => start + end)));
}

function isFunction(node: ts.Node): node is Functions {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isMethodDeclaration(node)
  );
}

function nameOf(node: ts.Node): string {
  const named = ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? node.parent : node;
  return 'name' in named && named.name ? (named.name as ts.Node).getText() : '';
}

function add<T>(lists: Map<string, T[]>, name: string, one: T): void {
  const list = lists.get(name);
  if (list) list.push(one);
  else lists.set(name, [one]);
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
