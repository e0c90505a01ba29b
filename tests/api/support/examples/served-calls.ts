import type { FastifyInstance } from 'fastify';

const ROUTE_TREE_LINE_PATTERN = /^(?<indent>[│ ]*)[├└]── (?<piece>\S+)(?: \((?<methods>[^)]+)\))?$/;
const INDENT_WIDTH = 4;

export function servedCalls(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes()
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const { indent = '', piece = '', methods = '' } = ROUTE_TREE_LINE_PATTERN.exec(line)?.groups ?? {};
      if (piece === '') throw new Error(`A line of the tree of routes that cannot be read: ${line}`);
      const depth = indent.length / INDENT_WIDTH;
      above.splice(depth, Infinity, piece);
      const served = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD');
      return served.map((method) => `${method} ${above.join('')}`);
    });
}
