import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa';
import {
  MODERN_BUILDS,
  PRECACHE_EXCEPTIONS,
  PRECACHE_PATTERNS,
  builtAppFolder,
} from './scripts/build/app-output.mjs';
import { chunkGroups } from './scripts/build/chunks.ts';
import { classicScriptsPlugin } from './scripts/build/classic-scripts.ts';
import { compressOutputPlugin } from './scripts/build/compress.ts';
import { integrityDigestTransform } from './scripts/build/own-version.ts';
import { productionRouterPlugin } from './scripts/build/router-for-production.ts';

const SHORTCUT_ICONS = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }];

const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Ventanilla · Salud ocupacional',
  short_name: 'Ventanilla',
  description: 'Registro de pacientes y evaluaciones de salud ocupacional, con red y sin ella.',
  lang: 'es-CO',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#0a6a6a',
  background_color: '#f3f6f6',
  shortcuts: [
    { name: 'Registrar paciente', url: '/reception', icons: SHORTCUT_ICONS },
    { name: 'Pendientes de envío', short_name: 'Pendientes', url: '/pending', icons: SHORTCUT_ICONS },
  ],
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

export default defineConfig({
  resolve: { alias: MODERN_BUILDS },
  plugins: [
    react(),
    productionRouterPlugin(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.js',
      injectRegister: false,
      registerType: 'prompt',
      includeManifestIcons: false,
      manifest,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: PRECACHE_PATTERNS,
        globIgnores: PRECACHE_EXCEPTIONS,
        manifestTransforms: [integrityDigestTransform(builtAppFolder)],
      },
      integration: {
        // The source is sw/service-worker.ts and the address is /sw.js; the option `filename` can set only one of the two.
        configureCustomSWViteBuild(config) {
          if (config.build?.lib) config.build.lib.entry = 'sw/service-worker.ts';
        },
      },
    }),
    classicScriptsPlugin(),
    compressOutputPlugin(builtAppFolder),
  ],
  worker: { format: 'es' },
  build: {
    // Oldest supported browsers (docs/runbooks/install.md); start-watch.js stops older ones.
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    outDir: builtAppFolder,
    emptyOutDir: true,
    manifest: true,
    // All styles are in one file. Each additional file would cost a request through the service worker at startup, and make the
    // browser recalculate all styles (docs/decisions/0016).
    cssCodeSplit: false,
    // The build emits classic scripts, which load together with their dependencies and need no preload.
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // A `.` separates name and hash. Earlier versions used `-` inside module names, and their service workers cache files
        // by that pattern. The hash has the smallest length that the bundler accepts, because each file names many others.
        entryFileNames: 'assets/[name].[hash:7].js',
        chunkFileNames: 'assets/[name].[hash:7].js',
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
