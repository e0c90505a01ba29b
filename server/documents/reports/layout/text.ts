import { hasGlyph } from './fonts.ts';
import { type Sheet, ensureHeight, newPage, remainingHeight, openTag, setStyle } from './sheet.ts';
import { PAGE, TEXT_WIDTH, type TextStyle } from './style.ts';

/** Minimum number of lines that a split paragraph has on each page. */
const MIN_LINES_TOGETHER = 2;

/** Normalises the text: composed letters, plain spaces, and no control characters except line ends. */
const normaliseForPrint = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, '    ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, (char) => (char === '\n' ? char : ''));

/** Character that is printed in place of a letter that the fonts lack, so that the reader notices the missing letter. */
export const SUBSTITUTE_CHARACTER = '□';
const GLYPH_REPLACEMENTS: Readonly<Record<string, string>> = { '☒': '[x]', '☑': '[x]' };

function replaceMissingGlyphs(sheet: Sheet, text: string): string {
  const printableCharacter = (char: string): string => {
    if (char === '\n' || hasGlyph(char.codePointAt(0) ?? 0)) return char;
    const spelt = GLYPH_REPLACEMENTS[char];
    if (spelt !== undefined) return spelt;
    sheet.hasSubstitutes = true;
    return /\p{M}/u.test(char) ? '' : SUBSTITUTE_CHARACTER;
  };
  return Array.from(text, printableCharacter).join('');
}

type MeasureWidth = (text: string) => number;

/**
 * Maximum number of letters in one piece of a split word. Combining marks have no width, so a word that consists of marks would
 * otherwise never be split.
 */
const PIECE_MAX_LETTERS = 200;

/**
 * Splits a word that is wider than a line. Measures each letter separately, because measuring each prefix of the word would
 * take quadratic time.
 */
function breakWord(word: string, width: number, measure: MeasureWidth): string[] {
  const pieces: string[] = [];
  let [piece, used, letters] = ['', 0, 0];
  let [before, alone] = ['', 0];
  for (const char of word) {
    // The letter is measured together with the previous letter. Kerning moves some pairs apart, and a line of such pairs would
    // otherwise exceed the margin.
    const own = measure(before + char) - alone;
    [before, alone] = [char, measure(char)];
    if (piece !== '' && (used + own > width || letters === PIECE_MAX_LETTERS)) {
      pieces.push(piece);
      [piece, used, letters] = ['', 0, 0];
    }
    piece += char;
    used += own;
    letters += 1;
  }
  return [...pieces, piece];
}

/** Breaks the text between words. Each word is measured once; the width of a line is the sum of its words and spaces. */
function wrapLine(text: string, width: number, measure: MeasureWidth): string[] {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  for (const word of text.split(/[ \u00a0]+/u).filter(Boolean)) {
    const own = measure(word);
    if (line !== '' && used + own <= width) {
      line += ` ${word}`;
      used += measure(`${word} `);
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = own <= width ? [word] : breakWord(word, width, measure);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
    used = measure(`${line} `);
  }
  return [...lines, line];
}

/** Splits the text into lines not wider than `width`. Line ends in the text are kept; several empty lines become one. */
export function wrapText(sheet: Sheet, text: string, style: TextStyle, width: number): string[] {
  setStyle(sheet, style);
  const measure: MeasureWidth = (part) => sheet.doc.widthOfString(part);
  const own = replaceMissingGlyphs(sheet, normaliseForPrint(text))
    .trim()
    .replace(/\n[ ]*(\n[ ]*)+/g, '\n\n')
    .split('\n');
  return own.flatMap((line) => wrapLine(line, width, measure));
}

/** Returns the height in points of the text as a paragraph, without the space below it. */
export const textHeight = (sheet: Sheet, text: string, style: TextStyle): number =>
  wrapText(sheet, text, style, TEXT_WIDTH).length * style.leading;

export function lineWidth(sheet: Sheet, line: string, style: TextStyle): number {
  setStyle(sheet, style);
  return sheet.doc.widthOfString(line);
}

export interface TextPosition {
  readonly x: number;
  readonly y: number;
}

export function drawTextLines(
  sheet: Sheet,
  lines: readonly string[],
  style: TextStyle,
  { x, y }: TextPosition,
): void {
  setStyle(sheet, style);
  const above = (style.leading - style.size * 1.25) / 2;
  for (const [index, line] of lines.entries())
    // The trailing space separates the last word of this line from the next line when the text is read aloud or copied.
    if (line !== '') sheet.doc.text(`${line} `, x, y + above + index * style.leading, { lineBreak: false });
}

export function drawRightAligned(sheet: Sheet, line: string, style: TextStyle, { x, y }: TextPosition): void {
  drawTextLines(sheet, [line], style, { x: x - lineWidth(sheet, line, style), y });
}

/**
 * Returns how many of the remaining `left` lines are drawn on this page; 0 for none. The result never leaves a single line of
 * the paragraph on either page.
 */
export function countLinesThatFit(height: number, left: number, leading: number): number {
  const fit = Math.floor((height + 0.01) / leading);
  if (fit >= left) return left;
  const stored = left - fit < MIN_LINES_TOGETHER ? left - MIN_LINES_TOGETHER : fit;
  return stored < MIN_LINES_TOGETHER ? 0 : stored;
}

export interface FlowingText {
  readonly lines: readonly string[];
  readonly leading: number;
  /** Height in points kept free above and below the lines on each page; needed for a frame around the lines. */
  readonly inset?: number;
}

/** Distributes the lines over pages. `draw` receives the lines of one page and must draw them at sheet.y. */
export function flowLines(
  sheet: Sheet,
  { lines, leading, inset = 0 }: FlowingText,
  draw: (lines: readonly string[]) => void,
): void {
  let rest = lines;
  while (rest.length > 0) {
    const fit = countLinesThatFit(remainingHeight(sheet) - 2 * inset, rest.length, leading);
    // If not even an empty page has enough space, all remaining lines are drawn on it, so that the loop ends.
    const count = fit === 0 && sheet.y === sheet.top ? rest.length : fit;
    if (count > 0) {
      sheet.y += inset;
      draw(rest.slice(0, count));
      sheet.y += count * leading + inset;
    }
    rest = rest.slice(count);
    if (rest.length > 0) newPage(sheet);
  }
}

export interface ParagraphOptions {
  readonly x?: number;
  readonly width?: number;
  /** Space below the paragraph in points. */
  readonly after?: number;
}

export function drawParagraph(
  sheet: Sheet,
  text: string,
  style: TextStyle,
  { x = PAGE.left, width = TEXT_WIDTH, after }: ParagraphOptions = {},
): void {
  drawWrappedLines(sheet, wrapText(sheet, text, style, width), style, {
    x,
    ...(after !== undefined && { after }),
  });
}

export function drawWrappedLines(
  sheet: Sheet,
  lines: readonly string[],
  style: TextStyle,
  { x = PAGE.left, after = 6 }: Omit<ParagraphOptions, 'width'> = {},
): void {
  const element = openTag(sheet, sheet.root, 'P');
  flowLines(sheet, { lines, leading: style.leading }, (part) => {
    element.add(() => drawTextLines(sheet, part, style, { x, y: sheet.y }));
  });
  element.end();
  sheet.y += after;
}

export interface HeadingOptions {
  /** Height in points of the following content that must be on the same page. */
  readonly keep: number;
  readonly before?: number;
  readonly after?: number;
}

/** Draws a heading, which is never the last content of a page. */
export function drawHeading(
  sheet: Sheet,
  level: 'H1' | 'H2' | 'H3',
  { text, style }: { text: string; style: TextStyle },
  { keep, before = 10, after = 4 }: HeadingOptions,
): void {
  const lines = wrapText(sheet, text, style, TEXT_WIDTH);
  const height = lines.length * style.leading;
  ensureHeight(sheet, before + height + after + keep);
  if (sheet.y > sheet.top) sheet.y += before;
  const element = openTag(sheet, sheet.root, level);
  element.add(() => drawTextLines(sheet, lines, style, { x: PAGE.left, y: sheet.y }));
  element.end();
  sheet.y += height + after;
}
