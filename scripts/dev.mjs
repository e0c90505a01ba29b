// `npm run dev`: the app with hot reload on http://localhost:5173 and its server, which is rebuilt at every change.
import { build, forgetBuild } from './build.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { launch } from './lib/run.mjs';

requireNode();
await ensureInstalled();
if (!(await build(['provider']))) process.exit(1);
forgetBuild('provider'); // The watcher now writes the server into dist/, so the stamp of the last build is no longer right.

const programs = [
  launch('vite', ['build', '--watch', '--logLevel', 'warn', '--config', 'vite.server.config.ts']),
  // Port to which vite.config.ts forwards /api.
  launch(process.execPath, ['--watch', '--enable-source-maps', 'dist/server/main.js'], { PORT: '8080' }),
  launch('vite', []),
];
// Ctrl-C reaches all processes directly; a signal to this process alone is passed on to them. When one process ends, the others
// are ended too.
const endAll = () => {
  for (const program of programs) program.kill('SIGTERM');
};
process.on('SIGINT', () => undefined);
process.on('SIGTERM', endAll);
for (const program of programs) program.once('exit', endAll);
