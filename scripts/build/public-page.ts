// `import parts from 'page:src/verification/page.ts'` returns the bundled script as one text and the HTML page of the same
// name; the path is relative to the project's folder. The page needs no other file, so that script and page always have the
// same version.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, type Rolldown, build } from 'vite';

const PAGE_IMPORT_PREFIX = 'page:';
const root = path.resolve(import.meta.dirname, '../..');
const readSourceFile = (file: string): string => readFileSync(file, 'utf8');

/** Builds the script as a classic script without modules, for browsers of the last three years. */
async function buildPageScript(file: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife', entryFileNames: 'page.js' } },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  const chunks = outputs.flatMap(({ output }) => output.filter((part) => part.type === 'chunk'));
  const [chunk, ...more] = chunks;
  if (!chunk || more.length > 0) throw new Error(`${file} must become one script.`);
  // An end tag inside a string of the script would end the script.
  return chunk.code.trim().replaceAll('</script', '<\\/script');
}

async function createPageModule(file: string): Promise<string> {
  const parts = {
    page: readSourceFile(file.replace(/\.ts$/, '.html')),
    script: await buildPageScript(file),
  };
  return `export default ${JSON.stringify(parts)};`;
}

export function publicPagePlugin(): Plugin {
  return {
    name: 'public-page',
    enforce: 'pre',
    resolveId: (source) =>
      source.startsWith(PAGE_IMPORT_PREFIX)
        ? `\0${PAGE_IMPORT_PREFIX}${path.join(root, source.slice(PAGE_IMPORT_PREFIX.length))}`
        : null,
    async load(id) {
      if (!id.startsWith(`\0${PAGE_IMPORT_PREFIX}`)) return null;
      const file = id.slice(PAGE_IMPORT_PREFIX.length + 1);
      for (const ending of ['.ts', '.html']) this.addWatchFile(file.replace(/\.ts$/, ending));
      return createPageModule(file);
    },
  };
}
