import { readFileSync } from 'node:fs';
import path from 'node:path';
import { minifySync, parseAst, type Plugin, type Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;
type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Chunk>>;
type CodeNode = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};
interface CodeEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Parameter names of the function that wraps each file. They are longer than any name that the minifier generates, so that the
 * two never collide.
 */
const IMPORTS_PARAMETER = 'imported$';
const LOAD_PARAMETER = 'load$';

const readSiblingFile = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8');
/**
 * Returns start-watch.js without its comments. It is not minified, because a minifier would write syntax that old browsers
 * cannot parse.
 */
const readStartWatch = (): string => readSiblingFile('start-watch.js').replace(/^\s*\/[/*].*\n/gm, '');
const readMinifiedLoader = (): string => minifySync('loader.js', readSiblingFile('script-loader.js')).code;

const scriptNameOf = (fileName: string): string => path.posix.basename(fileName, '.js');

const isSyntaxNode = (value: unknown): value is CodeNode =>
  typeof value === 'object' && value !== null && typeof (value as CodeNode).type === 'string';

function visitNodes(node: CodeNode, visit: (node: CodeNode) => void): void {
  visit(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isSyntaxNode(child)) visitNodes(child, visit);
}

const isChunk = (output: Bundle[string] | undefined): output is Chunk => output?.type === 'chunk';

/**
 * Returns the names of all files that a file imports, directly or indirectly, followed by the file's own name. Throws when
 * files import each other, because no order of execution would be correct.
 */
function collectImportedFiles(
  name: string,
  bundle: Bundle,
  found = new Set<string>(),
  above: readonly string[] = [],
): Set<string> {
  const chunk = bundle[name];
  if (!isChunk(chunk)) throw new Error(`${name} is imported but not part of the build`);
  const chain = [...above, name];
  if (above.includes(name)) throw new Error(`files import each other: ${chain.join(' → ')}`);
  for (const next of chunk.imports) if (!found.has(next)) collectImportedFiles(next, bundle, found, chain);
  return found.add(name);
}

const resolveImport = (chunk: Chunk, source: string): string =>
  path.posix.join(path.posix.dirname(chunk.fileName), source);

interface Specifier {
  readonly type: string;
  readonly imported?: { readonly name: string };
  readonly local: { readonly name: string };
  readonly exported?: { readonly name: string };
}

/** Converts `import { a as b } from './x.js'` to a destructuring of the other file's exports. */
function toImportDestructuring(node: CodeNode, chunk: Chunk, names: string[]): string {
  const { source, specifiers } = node as unknown as {
    source: { value: string };
    specifiers: readonly Specifier[];
  };
  const name = resolveImport(chunk, source.value);
  if (!names.includes(name)) names.push(name);
  if (specifiers.length === 0) return '';
  const taken = specifiers.map(({ imported, local, type }) => {
    if (type !== 'ImportSpecifier' || !imported)
      throw new Error(`${chunk.fileName}: ${type} is not supported`);
    return imported.name === local.name ? local.name : `${imported.name}:${local.name}`;
  });
  return `{${taken.join()}}=${IMPORTS_PARAMETER}[${names.indexOf(name)}]`;
}

/** Converts `export { a as b }` to properties of the object that the file's function returns. */
const toReturnedProperties = (node: CodeNode): string[] =>
  (node['specifiers'] as readonly Specifier[]).map(({ local, exported }) =>
    local.name === exported?.name ? local.name : `${exported?.name}:${local.name}`,
  );

function applyEdits(code: string, edits: readonly CodeEdit[]): string {
  let at = 0;
  const parts = edits
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, text }) => {
      const part = code.slice(at, start) + text;
      at = end;
      return part;
    });
  return parts.join('') + code.slice(at);
}

/** String literal, or the template literal into which the minifier changed it. */
interface StringNode {
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}
const stringValueOf = ({ value, quasis }: StringNode): unknown => value ?? quasis?.[0]?.value.cooked;

/**
 * Returns the replacement for `import('./x.js')` or `import.meta`, which may occur inside functions; null for any other
 * expression.
 */
function findImportExpressionEdit(node: CodeNode, chunk: Chunk, bundle: Bundle): CodeEdit | null {
  const { start, end } = node;
  if (node.type === 'MetaProperty') return { start, end, text: '({url:location.origin})' };
  if (node.type !== 'ImportExpression') return null;
  const value = stringValueOf(node['source'] as StringNode);
  if (typeof value !== 'string') return null; // A library imports an address that is known only at run time; this program never executes that import.
  const names = [...collectImportedFiles(resolveImport(chunk, value), bundle)];
  return {
    start,
    end,
    text: `${LOAD_PARAMETER}(${names.map((name) => JSON.stringify(scriptNameOf(name))).join()})`,
  };
}

const isFunctionNode = ({ type }: CodeNode): boolean => type.includes('Function');

/**
 * Throws if an exported variable is reassigned, because the importing files would keep its first value. The check runs before
 * the minifier, which reuses names for several variables.
 */
function rejectReassignedExports(code: string, fileName: string): void {
  const body = parseAst(code).body as unknown as readonly CodeNode[];
  const exports = body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((node) => node['specifiers'] as readonly Specifier[]);
  const names = new Set(exports.map(({ local }) => local.name));
  const rejectReassignment = (node: CodeNode): void => {
    const target = (node['left'] ?? node['argument']) as { readonly name?: string } | undefined;
    const changes = node.type === 'AssignmentExpression' || node.type === 'UpdateExpression';
    if (changes && names.has(target?.name ?? ''))
      throw new Error(
        `${fileName}: ${target?.name} is exported and reassigned: export a function that returns it`,
      );
  };
  for (const node of body)
    visitNodes(node, (inner) => {
      if (isFunctionNode(inner)) visitNodes(inner, rejectReassignment);
    });
}

/** Converts a file to a call that registers the file's code, which scripts/build/script-loader.js runs later. */
function toClassicScript(chunk: Chunk, bundle: Bundle): string {
  const { code } = chunk;
  const [edits, imports, names, exports]: [CodeEdit[], string[], string[], string[]] = [[], [], [], []];
  for (const node of parseAst(code).body as unknown as readonly CodeNode[]) {
    const { start, end } = node;
    if (node.type === 'ImportDeclaration') imports.push(toImportDestructuring(node, chunk, names));
    else if (node.type === 'ExportNamedDeclaration' && !node['source'] && !node['declaration'])
      exports.push(...toReturnedProperties(node));
    else if (node.type.startsWith('Export'))
      throw new Error(`${chunk.fileName}: ${node.type} is not supported`);
    else {
      visitNodes(node, (inner) => {
        const edit = findImportExpressionEdit(inner, chunk, bundle);
        if (edit) edits.push(edit);
      });
      continue;
    }
    edits.push({ start, end, text: '' });
  }
  const taken = imports.filter((one) => one !== '');
  const head = taken.length > 0 ? `let ${taken.join()};` : '';
  const body = `"use strict";${head}${applyEdits(code, edits)}\nreturn{${exports.join()}}`;
  // The parentheses make Chromium compile the function on another thread while the file loads. Without them, it would compile
  // the function a second time when it is called.
  const made = `(function(${IMPORTS_PARAMETER},${LOAD_PARAMETER}){${body}})`;
  return `ventanilla.push([${JSON.stringify(scriptNameOf(chunk.fileName))},${JSON.stringify(names.map(scriptNameOf))},${made}]);`;
}

const MODULE_TAG_PATTERN = /<script type="module" crossorigin src="\/([^"]+)"><\/script>/;
const STYLE_TAG_PATTERN = /\s*<link rel="stylesheet" crossorigin href="[^"]+">/g;

/**
 * Chunk that most pages need first. The entry file imports it dynamically, but the HTML page already has a script tag for it,
 * so that the import need not wait for a request.
 */
const SIGN_IN_CHUNK = 'login';

function listScriptsInOrder(bundle: Bundle): readonly string[] {
  const chunks = Object.values(bundle).filter(isChunk);
  const entry = chunks.find(({ isEntry }) => isEntry);
  const first = chunks.find(({ name }) => name === SIGN_IN_CHUNK);
  if (!entry || !first) throw new Error('The build has no entry or no sign-in chunk');
  const names = [...collectImportedFiles(entry.fileName, bundle)].slice(0, -1);
  // The sign-in chunk may import the entry file. Therefore the sign-in chunk is registered before the entry file and runs only
  // when the entry file imports it.
  const early = [...collectImportedFiles(first.fileName, bundle)].filter((name) => name !== entry.fileName);
  return [...new Set([...names, ...early, entry.fileName])];
}

/**
 * Adds the scripts to the page so that they run after the styles. The styles are placed after the first visible content, so
 * that this content appears before they have loaded.
 */
function rewritePage(html: string, scripts: readonly string[]): string {
  const tags = scripts.map((name) => `<script defer src="/${name}"></script>`).join('\n    ');
  const styles = (html.match(STYLE_TAG_PATTERN) ?? []).map(
    (tag) => `    ${tag.trim().replace(' crossorigin', '')}\n`,
  );
  return html
    .replace(STYLE_TAG_PATTERN, '')
    .replace(MODULE_TAG_PATTERN, () => `<script>${readStartWatch()}</script>\n    ${tags}`)
    .replace('  </body>', `${styles.join('')}  </body>`);
}

/**
 * Writes the built files as classic scripts. When Chromium loads a script from Cache Storage, it caches the compiled code of a
 * classic script, beginning with the installation of the service worker, but not the compiled code of a module
 * (docs/decisions/0016). A file reads the exports of another file only once, so exports must not be reassigned.
 */
export const classicScriptsPlugin = (): Plugin => ({
  name: 'ventanilla-classic-scripts',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: (environment) => environment.name === 'client',
  renderChunk(code, { fileName }) {
    rejectReassignedExports(code, fileName);
    return null;
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const made = new Map<Chunk, string>();
      for (const output of Object.values(bundle))
        if (isChunk(output)) made.set(output, toClassicScript(output, bundle));
      // The code of all files is replaced last, because the conversion of each file reads the original code of the other files.
      for (const [chunk, code] of made) chunk.code = code;
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return;
      const names = listScriptsInOrder(bundle);
      page.source = rewritePage(String(page.source), names);
      const first = bundle[names[0] ?? ''];
      if (isChunk(first)) first.code = readMinifiedLoader() + first.code;
    },
  },
});
