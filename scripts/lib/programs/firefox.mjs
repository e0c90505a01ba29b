// Provides Firefox for the tests: the unmodified Firefox of the system, which Playwright controls over WebDriver BiDi.
import { existsSync } from 'node:fs';
import { installFromDebian } from './debian.mjs';
import { loadModule } from '../typescript.mjs';

async function firefoxPath() {
  const { firefoxLaunchOptions } = await loadModule('tests/support/browsers/firefox.ts');
  return firefoxLaunchOptions().executablePath;
}

export async function ensureFirefox() {
  if (existsSync(await firefoxPath())) return true;
  if (process.env.FIREFOX) {
    console.error(`FIREFOX names ${process.env.FIREFOX}, which does not exist.`);
    return false;
  }
  if ((await installFromDebian('firefox-esr')) && existsSync(await firefoxPath())) return true;
  console.error(
    'The tests of the second engine require Firefox, which is not installed and could not be installed: install Debian’s firefox-esr (apt-get install firefox-esr), or set FIREFOX to the path of another Firefox.',
  );
  return false;
}
