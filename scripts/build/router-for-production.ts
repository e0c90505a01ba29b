import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * react-router names its development build for every condition; beside it lies the same without its warnings. Built files
 * alone have that one: the development server keeps the warnings.
 */
export const routerForProduction = (): Plugin => ({
  name: 'router-for-production',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) =>
    /^react-router(\/dom)?$/.test(id)
      ? fileURLToPath(import.meta.resolve(id)).replace(/development(.*)\.m?js$/, 'production$1.mjs')
      : null,
});
