import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

async function runPoppler(program: string, args: readonly string[]): Promise<string> {
  try {
    return (await execute(program, [...args], { maxBuffer: 64_000_000 })).stdout;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      throw new Error(`${program} is missing: npm test installs it, or install the package poppler-utils.`, {
        cause,
      });
    throw cause;
  }
}

async function withTemporaryPdf<Answer>(
  pdf: Buffer,
  read: (file: string) => Promise<Answer>,
): Promise<Answer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ventanilla-pdf-'));
  try {
    const file = path.join(folder, 'document.pdf');
    await writeFile(file, pdf);
    return await read(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const pageTextsOf = (pdf: Buffer): Promise<string[]> =>
  withTemporaryPdf(pdf, async (file) => {
    const text = await runPoppler('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-']);
    return text.split('\f').slice(0, -1);
  });

export const pdfTextOf = async (pdf: Buffer): Promise<string> =>
  (await pageTextsOf(pdf)).join('\n').replace(/\s+/g, ' ').trim();

export const pdfInfoOf = (pdf: Buffer): Promise<string> =>
  withTemporaryPdf(pdf, (file) => runPoppler('pdfinfo', [file]));

/** Returns the tree of the PDF's tags with their words, as pdfinfo prints it. */
export const pdfTagTreeOf = (pdf: Buffer): Promise<string> =>
  withTemporaryPdf(pdf, (file) => runPoppler('pdfinfo', ['-struct-text', file]));

export const pdfFontsOf = (pdf: Buffer): Promise<string> =>
  withTemporaryPdf(pdf, (file) => runPoppler('pdffonts', [file]));

/** Word with its box, in points from the page's upper left corner. */
export interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const CHARACTER_BY_ENTITY: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};
const WORD_ELEMENT_PATTERN =
  /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)<\/word>/g;

export const wordBoxesOf = (pdf: Buffer): Promise<PlacedWord[][]> =>
  withTemporaryPdf(pdf, async (file) => {
    const pages = (await runPoppler('pdftotext', ['-bbox', '-enc', 'UTF-8', file, '-']))
      .split('<page ')
      .slice(1);
    return pages.map((page) =>
      [...page.matchAll(WORD_ELEMENT_PATTERN)].map(([, left, top, right, bottom, text = '']) => ({
        text: text.replace(/&(#?\w+);/g, (whole, name: string) => CHARACTER_BY_ENTITY[name] ?? whole),
        left: Number(left),
        top: Number(top),
        right: Number(right),
        bottom: Number(bottom),
      })),
    );
  });

/** Renders one page as a PNG; by default one dot per point. */
export const renderPdfPage = (pdf: Buffer, page: number, dotsAnInch = 72): Promise<Buffer> =>
  withTemporaryPdf(pdf, async (file) => {
    const base = `${file}-page`;
    const wanted = ['-r', `${dotsAnInch}`, '-f', `${page}`, '-l', `${page}`];
    await runPoppler('pdftoppm', [...wanted, '-singlefile', '-png', file, base]);
    return readFile(`${base}.png`);
  });
