/// <reference types="vite/types/importMeta.d.ts" />

const [version = ''] = Object.values(
  import.meta.glob<string>('../../package.json', { import: 'version', eager: true }),
);

/** Version of the server, from package.json. */
export const VERSION = version;
