// Lists the faults that can be made in a TypeScript module; each replaces one expression.
import { parseSync } from 'vite';

const REPLACED_OPERATORS = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '-': '+',
  '*': '/',
};
const REPLACED_METHODS = { some: 'every', every: 'some', min: 'max', max: 'min' };
/** Names of methods whose call a fault removes: `text.trim()` becomes `text`. */
const REMOVED_METHODS = new Set(['filter', 'trim', 'toSorted', 'toReversed', 'slice']);
const TYPE_WRAPPER_NODE_TYPES = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

const methodNameOf = (callee) =>
  callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : '';

/**
 * Functions for the types of syntax nodes. Each returns the source text that replaces the expression, or null for no fault.
 * `at(node)` returns the source text of a node.
 */
const REPLACEMENT_BUILDERS = {
  BinaryExpression: (node, at) => swapOperator(node, at),
  LogicalExpression: (node, at) => (node.operator === '??' ? at(node.left) : swapOperator(node, at)),
  ConditionalExpression: (node, at) =>
    `(${at(node.test)}) ? (${at(node.alternate)}) : (${at(node.consequent)})`,
  UnaryExpression: (node, at) => (node.operator === '!' ? at(node.argument) : null),
  Literal: (node) => {
    if (typeof node.value === 'boolean') return String(!node.value);
    return typeof node.value === 'number' ? String(node.value + 1) : null;
  },
  CallExpression: (node, at) => {
    const method = methodNameOf(node.callee);
    const object = node.callee.object && at(node.callee.object);
    if (REMOVED_METHODS.has(method)) return object;
    if (!Object.hasOwn(REPLACED_METHODS, method)) return null;
    return `${object}.${REPLACED_METHODS[method]}(${node.arguments.map(at).join(', ')})`;
  },
};

function swapOperator(node, at) {
  const other = REPLACED_OPERATORS[node.operator];
  return other === undefined ? null : `(${at(node.left)}) ${other} (${at(node.right)})`;
}

/**
 * Returns, for a statement, the expression that a fault replaces, and its replacement; null for a statement without such an
 * expression. The expression is a call whose value is not used, a condition, or a returned value.
 */
function findStatementFault(node) {
  if (node.type === 'IfStatement') return [node.test, 'false'];
  if (node.type === 'ReturnStatement' && node.argument) return [node.argument, 'undefined'];
  const isCall = ['CallExpression', 'AwaitExpression'].includes(node.expression?.type);
  return node.type === 'ExpressionStatement' && isCall ? [node.expression, 'undefined'] : null;
}

/**
 * Returns true for syntax nodes without faults, because their expressions are not evaluated or cannot be wrapped: imports,
 * types, and parts of an optional chain.
 */
const isExcludedNode = (node) =>
  node.type === 'ImportDeclaration' ||
  node.type === 'ChainExpression' ||
  (node.type.startsWith('TS') && !TYPE_WRAPPER_NODE_TYPES.has(node.type));

function* childNodesOf(node) {
  for (const [key, value] of Object.entries(node)) {
    const isName = key === 'key' && !node.computed;
    if (isName || key === 'typeAnnotation' || key === 'typeArguments') continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (child !== null && typeof child === 'object' && typeof child.type === 'string') yield child;
  }
}

/**
 * Returns all possible faults of a module in the order of its source.
 * @returns [{ file, start, end, line, original, replacement }], offsets in UTF-16 code units
 */
export function listPossibleFaults(file, source) {
  const { program } = parseSync(file, source);
  const sourceOf = (node) => source.slice(node.start, node.end);
  const found = [];
  const add = (node, replacement) => {
    if (replacement === null) return;
    const line = source.slice(0, node.start).split('\n').length;
    found.push({ file, start: node.start, end: node.end, line, original: sourceOf(node), replacement });
  };
  const visitNode = (node) => {
    if (isExcludedNode(node)) return;
    const statement = findStatementFault(node);
    if (statement !== null) add(...statement);
    const replace = REPLACEMENT_BUILDERS[node.type];
    if (replace !== undefined) add(node, replace(node, sourceOf));
    for (const child of childNodesOf(node)) visitNode(child);
  };
  visitNode(program);
  return found.sort((one, other) => one.start - other.start);
}
