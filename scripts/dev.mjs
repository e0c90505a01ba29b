// npm run dev: the app with hot reload on http://localhost:5173, the provider behind it built again at every change.
import { build, forgetBuild } from './build.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { launch } from './lib/run.mjs';

requireNode();
await ensureInstalled();
if (!(await build(['provider']))) process.exit(1);
forgetBuild('provider'); // from now on the watcher writes there

const programs = [
  launch('vite', ['build', '--watch', '--logLevel', 'warn', '--config', 'vite.server.config.ts']),
  // The port that vite.config.ts sends /api to.
  launch(process.execPath, ['--watch', '--enable-source-maps', 'dist/server/main.js'], { PORT: '8080' }),
  launch('vite', []),
];
// Ctrl-C reaches all of them by itself; a signal to us alone is passed on. Where one ends, all end.
const endAll = () => {
  for (const program of programs) program.kill('SIGTERM');
};
process.on('SIGINT', () => undefined);
process.on('SIGTERM', endAll);
for (const program of programs) program.once('exit', endAll);
