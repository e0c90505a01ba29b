// Provides WebKit for the tests: Debian's WebKitGTK with its driver, a virtual screen, and the Python bindings for
// tests/webkit/host.py.
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './debian.mjs';

const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'];
const PYTHON_BINDINGS_CHECK =
  "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";

const isRunnable = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const isProgramFound = (program) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;
const isWebKitGtkInstalled = () =>
  isProgramFound('WebKitWebDriver') &&
  isProgramFound('Xvfb') &&
  isRunnable('/usr/bin/python3', '-c', PYTHON_BINDINGS_CHECK);

export async function ensureWebKit() {
  if (isWebKitGtkInstalled()) return true;
  if ((await installFromDebian(...WEBKIT_PACKAGES)) && isWebKitGtkInstalled()) return true;
  console.error(
    `The tests of the third engine require WebKitGTK with its driver, which is not installed and could not be installed: install Debian’s ${WEBKIT_PACKAGES.join(', ')} (apt-get install ${WEBKIT_PACKAGES.join(' ')}).`,
  );
  return false;
}
