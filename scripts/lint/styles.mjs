// Rules for styles: the styles of a component are in the CSS file next to it, only the component imports this file, and each
// class is used by one component. tests/docs/styles.test.ts applies the rules to src/.
import path from 'node:path';
import { generate, parse, walk } from 'css-tree';
import { parseSync } from 'vite';
import { isTest } from './house.js';

/** Folder of styles for all screens: HTML elements, sizes of Mantine's controls, and classes that any component may use. */
const THEME_FOLDER = 'src/ui/theme/';
/**
 * Map from a folder to the CSS layer (tokens.css) that its styles must be in. Styles of a screen are in no layer, so that they
 * override the styles of the components on the screen.
 */
const LAYER_PER_FOLDER = { 'src/ui/': 'ui', 'src/components/': 'components' };

const isCssFile = (file) => file.endsWith('.css');
const isModuleFile = (file) => /\.tsx?$/.test(file) && !isTest(file);

/** Returns the classes in the selectors of a CSS file, and the layers of its rules; null means no layer. */
function readClassesAndLayers(text) {
  const classes = new Set();
  const layers = new Set();
  const around = [];
  const isLayer = (node) => node.type === 'Atrule' && node.name === 'layer' && node.block !== null;
  walk(parse(text), {
    enter(node) {
      if (isLayer(node)) around.push(generate(node.prelude));
      if (node.type === 'ClassSelector') classes.add(node.name);
      if (node.type === 'Rule') layers.add(around.at(-1) ?? null);
    },
    leave: (node) => void (isLayer(node) && around.pop()),
  });
  return { classes, layers };
}

const CLASS_PROPERTY_PATTERN = /^class(Name|Names)$|ClassName$/;

/**
 * Collects the class names in all strings below a syntax node. A word that ends with `${` is the start of a class name
 * ('tag-*').
 */
function collectClassNames(node, found) {
  if (node === null || typeof node !== 'object') return;
  if (node.type === 'Literal' && typeof node.value === 'string') found.push(...node.value.split(/\s+/));
  else if (node.type === 'TemplateLiteral') {
    const text = node.quasis.map(({ value }) => value.cooked).join('${');
    found.push(...text.split(/\s+/).map((word) => word.replace(/\$\{.*/, '*')));
    node.expressions.forEach((expression) => collectClassNames(expression, found));
  } else if (node.type === 'ConditionalExpression')
    [node.consequent, node.alternate].forEach((one) => collectClassNames(one, found));
  else
    for (const child of Object.values(node))
      if (typeof child === 'object') [child].flat().forEach((one) => collectClassNames(one, found));
}

/**
 * Returns the class names that a syntax node assigns with `className=…`, `classNames={{…}}`, `{ className: … }` or
 * `element.className = …`.
 */
function findClassValue(node) {
  if (node.type === 'JSXAttribute') return CLASS_PROPERTY_PATTERN.test(node.name.name) ? node.value : null;
  if (node.type === 'Property') return CLASS_PROPERTY_PATTERN.test(node.key.name ?? '') ? node.value : null;
  if (node.type === 'AssignmentExpression')
    return node.left.property?.name === 'className' ? node.right : null;
  return null;
}

function collectAssignedClasses(node, names) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) return node.forEach((one) => collectAssignedClasses(one, names));
  const given = typeof node.type === 'string' ? findClassValue(node) : null;
  if (given) collectClassNames(given, names);
  else Object.values(node).forEach((child) => collectAssignedClasses(child, names));
}

/**
 * Returns the CSS files that a module imports and the classes that it uses. 'tag-*' means a template that starts with 'tag-'.
 */
function readModuleStyles(file, text) {
  if (!/class|\.css/i.test(text)) return { styles: [], names: new Set() };
  const { program, module } = parseSync(file, text);
  const styles = module.staticImports
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((specifier) => isCssFile(specifier) && /^[.#]/.test(specifier))
    .map((specifier) =>
      specifier.startsWith('#') ? specifier.replace('#', 'src/') : path.join(path.dirname(file), specifier),
    );
  const names = [];
  collectAssignedClasses(program.body, names);
  return { styles, names: new Set(names.filter((name) => name !== '' && name !== '*')) };
}

const moduleUsesClass = (module, name) =>
  module.names.has(name) ||
  [...module.names].some((one) => /.\*$/.test(one) && name.startsWith(one.slice(0, -1)));

/**
 * Reports a CSS file unless exactly one module imports it: the module of the same name next to it. A file of the theme may be
 * imported by any one module.
 */
function findStyleOwnerProblem(file, importers) {
  if (importers.length !== 1)
    return `${file} is imported from ${importers.length} modules: ${importers.join(', ')}`;
  const [owner = ''] = importers;
  if (file.startsWith(THEME_FOLDER) || owner.replace(/\.tsx?$/, '.css') === file) return null;
  return `${file} is not the style of ${owner}, which imports it`;
}

function findLayerProblem(file, layers) {
  const layer = Object.entries(LAYER_PER_FOLDER).find(([folder]) => file.startsWith(folder))?.[1] ?? null;
  if ([...layers].every((one) => one === layer)) return null;
  return `${file} has rules ${layer === null ? 'in a layer: rules of a screen take precedence without one' : `outside of @layer ${layer}`}`;
}

/**
 * Reports a class that is styled in the wrong file. Only src/ui may style Mantine's own classes. Any other class must be used
 * by exactly one component, in whose CSS file it is styled.
 */
function findClassProblem(file, name, { importers, namedIn, elsewhere }) {
  if (name.startsWith('mantine-'))
    return file.startsWith('src/ui/')
      ? null
      : `${file} styles .${name}: give the control a separate class (className, classNames)`;
  if (elsewhere) return `.${name} is styled in ${elsewhere} and in ${file}`;
  if (namedIn.length === 0) return `${file} styles .${name}, which no module names`;
  if (file.startsWith(THEME_FOLDER)) return null;
  if (!namedIn.some((module) => importers.includes(module)))
    return `${file} styles .${name} of ${namedIn.join(', ')}`;
  return namedIn.length === 1
    ? null
    : `.${name} of ${file} is named by ${namedIn.join(', ')}: make it a component`;
}

/** Properties that must not be in px, because the app would then ignore the font size that the user chose in the browser. */
const TEXT_SIZE_PROPERTIES = new Set(['font', 'font-size', 'line-height']);

const hasPixels = (node) => {
  let found = false;
  walk(node, (inner) => {
    if (inner.type === 'Dimension' && inner.unit === 'px') found = true;
  });
  return found;
};

/**
 * Reports text sizes that are not in rem and breakpoints that are not in em. Only with these units does a larger font size work
 * like zooming.
 */
export function findPixelProblems(file, text) {
  const found = [];
  walk(parse(text), (node) => {
    const isText = node.type === 'Declaration' && TEXT_SIZE_PROPERTIES.has(node.property);
    const isFold = node.type === 'Atrule' && ['media', 'container'].includes(node.name);
    if (isText && hasPixels(node.value)) found.push(`${file} has ${generate(node)}: write it in rem`);
    if (isFold && hasPixels(node.prelude))
      found.push(`${file} has @${node.name} ${generate(node.prelude)}: write it in em`);
  });
  return found;
}

const findModulePixelProblems = (file, text) =>
  [...text.matchAll(/.*(?:font-?sizes?|-fz)['"]?: *(?:['"][^'"]*\dpx|\{[^}]*\dpx).*/gi)].map(
    ([line]) => `${file} has ${line.trim()}: write it in rem`,
  );

/**
 * Checks all rules of this file.
 * @param {ReadonlyMap<string, string>} files map from path to text: the styles and modules of src/
 * @returns {string[]} a sentence for each violation
 */
export function findStyleProblems(files) {
  const code = [...files]
    .filter(([file]) => isModuleFile(file))
    .map(([file, text]) => ({ file, ...readModuleStyles(file, text) }));
  const filesWhere = (is) => code.filter(is).map(({ file }) => file);
  const styledIn = new Map();
  const found = [...files]
    .filter(([file]) => isModuleFile(file))
    .flatMap(([file, text]) => findModulePixelProblems(file, text));
  for (const [file, text] of files) {
    if (!isCssFile(file)) continue;
    const { classes, layers } = readClassesAndLayers(text);
    const importers = filesWhere(({ styles }) => styles.includes(file));
    found.push(
      findStyleOwnerProblem(file, importers),
      findLayerProblem(file, layers),
      ...findPixelProblems(file, text),
    );
    for (const name of classes) {
      const namedIn = filesWhere((module) => moduleUsesClass(module, name));
      found.push(findClassProblem(file, name, { importers, namedIn, elsewhere: styledIn.get(name) }));
      styledIn.set(name, file);
    }
  }
  return found.filter((complaint) => complaint !== null);
}
