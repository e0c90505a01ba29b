import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { Window } from 'happy-dom';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { pdfInfoOf, pdfTagTreeOf } from '#tests/support/documents/poppler.ts';
import { createReportInput } from '#tests/support/documents/report-sample.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import { REPORT_KINDS, type ReportInput, type ReportKind } from '#server/documents/reports/input/input.ts';
import { COLOUR_PROFILE } from '#server/documents/reports/layout/colour-profile.ts';

/** Matches an `&` or `<` that starts no valid reference or tag, because happy-dom's XML parser accepts these errors. */
const INVALID_MARKUP_PATTERN = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)|<(?![\w/?!])/i;
const { DOMParser } = new Window();

/** Minimum number of pictures in the documents with photo and signatures. Every other document has at least the logo. */
const MIN_FIGURE_COUNTS: Partial<Record<ReportKind, number>> = { concept: 5, history: 5 };

let input: ReportInput;
beforeAll(async () => {
  input = await createReportInput();
});

/**
 * Returns the parsed XML metadata of a PDF.
 * @throws if the metadata are not valid XML
 */
function metadataOf(pdf: Buffer) {
  const text = pdf.toString('utf8');
  const [, xml = ''] = /<\?xpacket begin[^>]*\?>([\s\S]*?)<\?xpacket end/.exec(text) ?? [];
  const read = new DOMParser().parseFromString(xml.trim(), 'text/xml');
  if (INVALID_MARKUP_PATTERN.test(xml) || read.querySelector('parsererror'))
    throw new Error(`No XML: ${xml}`);
  return read;
}
const elementTextOf = (xml: ReturnType<typeof metadataOf>, name: string): string | undefined =>
  xml.getElementsByTagName(name)[0]?.textContent.trim();

describe.each(REPORT_KINDS)('P10.144 %s as PDF/A-2a and PDF/UA-1 file', (kind) => {
  let pdf: Buffer;
  let structure: string;
  beforeAll(async () => {
    pdf = await composeDocument(kind, input);
    structure = await pdfTagTreeOf(pdf);
  });

  it('the PDF’s metadata state both standards and contain the same title, author and time as its document properties', async () => {
    const xml = metadataOf(pdf);
    expect(
      ['pdfaid:part', 'pdfaid:conformance', 'pdfuaid:part'].map((name) => elementTextOf(xml, name)),
    ).toEqual(['2', 'A', '1']);
    const info = await pdfInfoOf(pdf);
    expect(info).toContain(`Title:           ${elementTextOf(xml, 'dc:title')}`);
    expect(info).toContain(`Author:          ${elementTextOf(xml, 'dc:creator')}`);
    expect(info).toContain(`Creator:         ${elementTextOf(xml, 'xmp:CreatorTool')}`);
    expect(info).toContain(`Producer:        ${elementTextOf(xml, 'pdf:Producer')}`);
    const seconds = elementTextOf(xml, 'xmp:CreateDate')?.replace(/\D/g, '');
    expect(pdf.toString('latin1')).toContain(`(D:${seconds}Z)`);
    expect(elementTextOf(xml, 'dc:language')).toBe('es-CO');
    // PDF/A requires a description of each additional property.
    expect(elementTextOf(xml, 'pdfaSchema:namespaceURI')).toBe('http://www.aiim.org/pdfua/ns/id/');
  });

  it("the PDF's metadata escape XML characters in the name of a clinic", async () => {
    const company_name = `Salud & <Vida> "Ñandú" 'S.A.S.'\u0007`;
    const xml = metadataOf(
      await composeDocument(kind, { ...input, branding: { ...input.branding, company_name } }),
    );
    expect(elementTextOf(xml, 'dc:creator')).toBe(company_name.replace('\u0007', '').trim());
  });

  it('the PDF declares its colours, has no transparency, and gives each picture an alternative text and a position', () => {
    const text = pdf.toString('latin1');
    expect(/\/OutputIntents \[\d+ 0 R\]/.test(text)).toBe(true);
    const [, ref = ''] = /\/DestOutputProfile (\d+) 0 R/.exec(text) ?? [];
    const start = text.indexOf('stream\n', text.indexOf(`\n${ref} 0 obj`)) + 'stream\n'.length;
    expect(inflateSync(pdf.subarray(start, text.indexOf('\nendstream', start)))).toEqual(COLOUR_PROFILE);
    const refused = ['/SMask', '/JavaScript', '/Encrypt', '/EmbeddedFile', '/ca 0', '/CA 0'];
    expect(refused.filter((word) => text.includes(word))).toEqual([]);
    const wanted = ['/Marked true', '/DisplayDocTitle true', '/Lang (es-CO)'];
    expect(wanted.filter((word) => !text.includes(word))).toEqual([]);
    const figures = structure.match(/^ +Figure\b/gm) ?? [];
    expect(figures.length).toBeGreaterThanOrEqual(MIN_FIGURE_COUNTS[kind] ?? 1);
    expect((text.match(/\/BBox \[/g) ?? []).length).toBe(figures.length);
    expect((text.match(/\/Alt \(/g) ?? []).length).toBe(figures.length);
  });

  it('all rows of a table in the PDF have the same number of columns', () => {
    const tables = structure.split(/^ +Table/m).slice(1);
    for (const table of tables) {
      const rows = table.split(/^ +TR/m).slice(1);
      const widths = rows.map((row) => {
        const cells = row.match(/^ +T[HD]\b/gm)?.length ?? 0;
        const more = [...row.matchAll(/\/ColSpan (\d+)/g)].reduce(
          (sum, [, span]) => sum + Number(span) - 1,
          0,
        );
        return cells + more;
      });
      expect(new Set(widths).size).toBe(1);
    }
  });
});

it('P10.144 the PDF embeds an sRGB colour profile, which leaves colours unchanged', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'profile-'));
  try {
    const file = path.join(folder, 'srgb.icc');
    await writeFile(file, COLOUR_PROFILE);
    const pixels = Buffer.from([0, 0, 0, 255, 255, 255, 10, 106, 106, 161, 29, 42, 18, 38, 43, 200, 120, 3]);
    const raw = { width: 6, height: 1, channels: 3 as const };
    const converted = await sharp(pixels, { raw }).withIccProfile(file).png().toBuffer();
    expect((await sharp(converted).metadata()).icc?.equals(COLOUR_PROFILE)).toBe(true);
    const { data } = await sharp(converted).raw().toBuffer({ resolveWithObject: true });
    for (const [at, value] of pixels.entries())
      expect(Math.abs((data[at] ?? 0) - value)).toBeLessThanOrEqual(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
