/// <reference types="vite/types/importMeta.d.ts" />

const [version = ''] = Object.values(
  import.meta.glob<string>('../../../package.json', { import: 'version', eager: true }),
);

export const VERSION = version;
