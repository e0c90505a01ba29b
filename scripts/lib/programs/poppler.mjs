// Provides Poppler for the tests of PDF documents: pdftotext, pdfinfo, pdffonts, pdftoppm.
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './debian.mjs';

const POPPLER_PROGRAMS = ['pdftotext', 'pdfinfo', 'pdffonts', 'pdftoppm'];
const isPopplerInstalled = () =>
  POPPLER_PROGRAMS.every((program) => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined);

export async function ensurePoppler() {
  if (isPopplerInstalled()) return true;
  if ((await installFromDebian('poppler-utils')) && isPopplerInstalled()) return true;
  console.error(
    `The tests read PDFs with Poppler (${POPPLER_PROGRAMS.join(', ')}), which is not installed and could not be installed: install the package poppler-utils.`,
  );
  return false;
}
