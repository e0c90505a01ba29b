// `npm run dev`: the app with hot reload on http://localhost:5173, and the server, which is rebuilt after every change.
import { build, forgetBuild } from './build.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from './lib/install.mjs';
import { launch } from './lib/run.mjs';

requireNodeVersion();
await ensurePackagesAndHooks();
if (!(await build(['provider']))) process.exit(1);
forgetBuild('provider'); // The watcher writes the server into dist/, so the stamp of the last build no longer matches the files.

const childProcesses = [
  launch('vite', ['build', '--watch', '--logLevel', 'warn', '--config', 'vite.server.config.ts']),
  // vite.config.ts forwards /api to this port.
  launch(process.execPath, ['--watch', '--enable-source-maps', 'dist/server/main.js'], { PORT: '8080' }),
  launch('vite', []),
];
// Ctrl-C reaches all processes; any other signal to this process must be passed on to the other processes. When one process
// ends, this function also ends the others.
const stopAllProcesses = () => {
  for (const program of childProcesses) program.kill('SIGTERM');
};
process.on('SIGINT', () => undefined);
process.on('SIGTERM', stopAllProcesses);
for (const program of childProcesses) program.once('exit', stopAllProcesses);
