// Provides a Chromium for the tests: the system's or Playwright's; installs one if neither exists.
import { existsSync } from 'node:fs';
import { installFromDebian } from './debian.mjs';
import { run } from '../run.mjs';
import { loadModule } from '../typescript.mjs';

async function findChromium() {
  const { chromiumLaunchOptions } = await loadModule('tests/support/browsers/chromium.ts');
  const { chromium } = await import('@playwright/test');
  const program = chromiumLaunchOptions().executablePath ?? chromium.executablePath();
  return existsSync(program) ? program : null;
}

function installChromium() {
  console.log('Installing a Chromium for the tests (playwright install chromium)…');
  const isRoot = process.getuid?.() === 0;
  return run('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);
}

export async function ensureChromium() {
  if (await findChromium()) return true;
  if (process.env.CHROMIUM) {
    console.error(`CHROMIUM names ${process.env.CHROMIUM}, which does not exist.`);
    return false;
  }
  if (!(await installFromDebian('chromium')) && !(await installChromium())) return false;
  return (await findChromium()) !== null;
}
