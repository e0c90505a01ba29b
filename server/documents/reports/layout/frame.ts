import type { Letterhead } from '../input/input.ts';
import { MAX_LOGO_SIZE } from './pictures.ts';
import { type Sheet, drawArtifact, drawRule, openTag } from './sheet.ts';
import { COLOURS, PAGE, TEXT_STYLES, TEXT_WIDTH, type TextStyle } from './style.ts';
import { drawTextLines, drawRightAligned, lineWidth, wrapText } from './text.ts';

export interface PageFrame {
  readonly branding: Letterhead;
  readonly logo: Buffer | null;
  /**
   * Confidentiality warning, and a line that names the user who requested this document; null for a document without warning.
   */
  readonly strip: { readonly warning: string; readonly copy: string } | null;
  readonly foot: string;
  readonly underFoot: string | null;
}

/**
 * Function that draws a part of the page header. Screen readers read the header on the first page only; on other pages it is an
 * artifact.
 */
type MarkContent = (type: 'P' | 'Figure', draw: () => void, alt?: string) => void;

interface StyledLine {
  readonly text: string;
  readonly style: TextStyle;
}

const RIGHT_EDGE = PAGE.left + TEXT_WIDTH;
const LOGO_GAP = 16;
const HEADER_BAND_PAD = 4;
const HEADER_BAND_GAP = 20;

const joinParts = (parts: readonly (string | null)[]) => parts.filter((part) => part?.trim()).join('  ·  ');

function clinicLines(sheet: Sheet, { branding, logo }: PageFrame): StyledLine[] {
  const width = logo === null ? TEXT_WIDTH : TEXT_WIDTH - MAX_LOGO_SIZE.width - LOGO_GAP;
  const texts = [
    { text: branding.company_name ?? '', style: TEXT_STYLES.clinic },
    {
      text: joinParts([
        branding.nit && `NIT ${branding.nit}`,
        branding.habilitation_code && `Código de habilitación ${branding.habilitation_code}`,
      ]),
      style: TEXT_STYLES.small,
    },
    { text: joinParts([branding.branch_name, branding.city]), style: TEXT_STYLES.smallStrong },
    {
      text: joinParts([
        branding.address,
        branding.contact_phone,
        branding.contact_email,
        branding.contact_website,
      ]),
      style: TEXT_STYLES.small,
    },
  ];
  return texts
    .filter(({ text }) => text.trim() !== '')
    .flatMap(({ text, style }) => wrapText(sheet, text, style, width).map((line) => ({ text: line, style })));
}

/** Draws the clinic's name and address: right-aligned next to a logo, left-aligned without a logo. */
function drawLetterhead(sheet: Sheet, lines: readonly StyledLine[], toRight: boolean): void {
  let y: number = PAGE.top;
  for (const { text, style } of lines) {
    if (toRight) drawRightAligned(sheet, text, style, { x: RIGHT_EDGE, y });
    else drawTextLines(sheet, [text], style, { x: PAGE.left, y });
    y += style.leading;
  }
}

interface HeaderBandLayout {
  readonly warning: readonly string[];
  readonly copy: readonly string[];
  readonly isOneLine: boolean;
  readonly height: number;
}

function layOutHeaderBand(sheet: Sheet, strip: NonNullable<PageFrame['strip']>): HeaderBandLayout {
  const width = TEXT_WIDTH - 4 * HEADER_BAND_PAD;
  const warning = wrapText(sheet, strip.warning, TEXT_STYLES.strip, width);
  const copy = wrapText(sheet, strip.copy, TEXT_STYLES.small, width);
  const inOneLine =
    lineWidth(sheet, warning[0] ?? '', TEXT_STYLES.strip) +
    lineWidth(sheet, copy[0] ?? '', TEXT_STYLES.small) +
    HEADER_BAND_GAP;
  const isOneLine = warning.length === 1 && copy.length === 1 && inOneLine <= width;
  const below = isOneLine ? 0 : copy.length * TEXT_STYLES.small.leading;
  return {
    warning,
    copy,
    isOneLine,
    height: warning.length * TEXT_STYLES.strip.leading + below + 2 * HEADER_BAND_PAD,
  };
}

function drawHeaderBand(sheet: Sheet, { warning, copy, isOneLine }: HeaderBandLayout, top: number): void {
  const [x, y] = [PAGE.left + 2 * HEADER_BAND_PAD, top + HEADER_BAND_PAD];
  drawTextLines(sheet, warning, TEXT_STYLES.strip, { x, y });
  if (isOneLine)
    drawRightAligned(sheet, copy[0] ?? '', TEXT_STYLES.small, { x: RIGHT_EDGE - 2 * HEADER_BAND_PAD, y });
  else
    drawTextLines(sheet, copy, TEXT_STYLES.small, { x, y: y + warning.length * TEXT_STYLES.strip.leading });
}

/** Draws the header of one page. Returns the vertical position at which the content begins. */
function drawPageHeader(sheet: Sheet, frame: PageFrame, mark: MarkContent): number {
  const { doc } = sheet;
  const { logo, branding } = frame;
  const lines = clinicLines(sheet, frame);
  if (logo !== null)
    mark(
      'Figure',
      () => doc.image(logo, PAGE.left, PAGE.top, { fit: [MAX_LOGO_SIZE.width, MAX_LOGO_SIZE.height] }),
      `Logo de ${branding.company_name ?? 'la institución'}`,
    );
  if (lines.length > 0) mark('P', () => drawLetterhead(sheet, lines, logo !== null));
  const textHeight = lines.reduce((sum, { style }) => sum + style.leading, 0);
  let y = PAGE.top + Math.max(textHeight, logo === null ? 0 : MAX_LOGO_SIZE.height) + 6;
  drawRule(sheet, { y, left: PAGE.left, right: RIGHT_EDGE }, COLOURS.accent);
  y += 8;
  if (frame.strip === null) return y;
  const strip = layOutHeaderBand(sheet, frame.strip);
  drawArtifact(sheet, () =>
    doc.rect(PAGE.left, y, TEXT_WIDTH, strip.height).lineWidth(1).stroke(COLOURS.warning),
  );
  mark('P', () => drawHeaderBand(sheet, strip, y));
  return y + strip.height + 10;
}

/** Draws the header of the first page. Must be called once, before the first content. */
export function drawFirstPageHeader(sheet: Sheet, frame: PageFrame): void {
  sheet.top = drawPageHeader(sheet, frame, (type, draw, alt) => {
    const bbox = [
      PAGE.left,
      PAGE.top,
      PAGE.left + MAX_LOGO_SIZE.width,
      PAGE.top + MAX_LOGO_SIZE.height,
    ] as const;
    const element = openTag(sheet, sheet.root, type, alt === undefined ? {} : { alt, bbox });
    element.add(draw);
    element.end();
  });
  sheet.y = sheet.top;
}

function drawPageFooter(sheet: Sheet, { foot, underFoot }: PageFrame, right: string): void {
  const y = PAGE.height - PAGE.bottom + (underFoot === null ? 12 : 2);
  const below = underFoot === null ? [] : wrapText(sheet, underFoot, TEXT_STYLES.small, TEXT_WIDTH);
  drawTextLines(sheet, [foot, ...below], TEXT_STYLES.small, { x: PAGE.left, y });
  drawRightAligned(sheet, right, TEXT_STYLES.small, { x: RIGHT_EDGE, y });
}

/**
 * Draws the footers of all pages and the headers of the further pages. Must be called once, after the last content, when the
 * number of pages is known.
 */
export function drawRemainingHeadersAndFooters(sheet: Sheet, frame: PageFrame): void {
  const { count } = sheet.doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    sheet.doc.switchToPage(page);
    if (page > 0) drawPageHeader(sheet, frame, (_type, draw) => drawArtifact(sheet, draw, 'Top'));
    drawArtifact(sheet, () => drawPageFooter(sheet, frame, `Página ${page + 1} de ${count}`), 'Bottom');
  }
}
