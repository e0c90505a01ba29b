import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Replaces react-router's development build by its production build, which prints no warnings; the package exports the
 * development build even for production. The development server keeps the warnings.
 */
export const productionRouterPlugin = (): Plugin => ({
  name: 'router-for-production',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) =>
    /^react-router(\/dom)?$/.test(id)
      ? fileURLToPath(import.meta.resolve(id)).replace(/development(.*)\.m?js$/, 'production$1.mjs')
      : null,
});
