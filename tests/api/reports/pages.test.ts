// @module-tag landing
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOTE_LABELS, NOTE_TYPES } from '#contract/vocabulary.ts';
import { pageTextsOf, renderPdfPage, pdfTagTreeOf, pdfTextOf } from '#tests/support/documents/poppler.ts';
import { createReportCaseInput } from '#tests/support/documents/report-cases.ts';
import { SAMPLE_SIGNED_VERSION, createReportInput } from '#tests/support/documents/report-sample.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import type { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';
import { REPORT_KINDS, type ReportInput, type ReportKind } from '#server/documents/reports/input/input.ts';

const NOTE_LENGTH = 20_000;
let input: ReportInput;
beforeAll(async () => {
  input = await createReportInput();
});

const numberedWords = (count: number) => Array.from({ length: count }, (_, index) => `ñ${index}ñ`);
const longText = numberedWords(5_000).join(' ').slice(0, NOTE_LENGTH);
/** Returns the last line above the foot of a page. The foot has up to two lines. */
function findLastContentLine(page: string): string {
  const said = page.split('\n').filter((line) => line.trim() !== '');
  const foot = said.findIndex((line) => / Página \d+ de \d+$/.test(line));
  expect(foot).toBeGreaterThan(0);
  return said[foot - 1]?.trim() ?? '';
}
/** The texts have different lengths, so that the page breaks are at different places. */
const FILLER_TEXTS = Array.from({ length: 14 }, (_, nth) => `${'línea\n'.repeat(3 * nth)}fin`);
const FEW_FILLER_TEXTS = FILLER_TEXTS.filter((_, nth) => nth % 2 === 0);
/** Documents that print the notes. */
const KINDS_WITH_NOTES: readonly ReportKind[] = ['concept', 'history'];
const createManyPageVersion = (): SignedVersionContent => ({
  ...SAMPLE_SIGNED_VERSION,
  notes: NOTE_TYPES.map((type) => ({ note_type: type, content: longText })),
});

describe('P10.11 document of many pages', () => {
  it.each(REPORT_KINDS)('each page prints its number, letterhead, version and digest: %s', async (kind) => {
    const pages = await pageTextsOf(
      await composeDocument(kind, { ...input, closing: createManyPageVersion() }),
    );
    expect(pages.length).toBeGreaterThan(KINDS_WITH_NOTES.includes(kind) ? 8 : 0);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Página ${index + 1} de ${pages.length}`);
      expect(page).toContain('IPS Ocupacional Los Alisos (DEMO)');
      expect(page).toContain(`Versión 2 · Huella ${input.content_sha256.slice(0, 12)}`);
    }
  });

  it('the document prints each word of a result of 20,000 characters once and in order', async () => {
    const [order] = SAMPLE_SIGNED_VERSION.exam_orders;
    const closing = { ...SAMPLE_SIGNED_VERSION, exam_orders: [{ ...order!, result_notes: longText }] };
    const text = await pdfTextOf(await composeDocument('history', { ...input, closing }));
    expect(text.match(/ñ\d+ñ/g)).toEqual(longText.match(/ñ\d+ñ/g));
  });

  it('the document prints a placeholder for a character that the fonts lack, and a line that explains the placeholder', async () => {
    const texts = { arabic: 'Dice: مريض.', chinese: '中文', emoji: 'Bien 😀', box: '☒ Apto' };
    const closing = { ...SAMPLE_SIGNED_VERSION, additional_info: Object.values(texts).join('\n') };
    const text = await pdfTextOf(await composeDocument('history', { ...input, closing }));
    for (const said of ['Dice: □□□□.', '□□', 'Bien □', '[x] Apto', '□: letra o símbolo'])
      expect(text).toContain(said);
    const plain = { ...SAMPLE_SIGNED_VERSION, additional_info: 'Ωmega ñ Łódź ≥ ½ Ана ✓' };
    expect(await pdfTextOf(await composeDocument('history', { ...input, closing: plain }))).not.toContain(
      '□',
    );
  });

  it('the document splits a word that is wider than the page instead of cutting it off', async () => {
    const word = Array.from({ length: 400 }, (_, index) => index % 10).join('');
    const closing = { ...SAMPLE_SIGNED_VERSION, additional_info: word };
    const text = await pdfTextOf(await composeDocument('history', { ...input, closing }));
    expect(text.replaceAll(' ', '')).toContain(word);
  });

  it("the document repeats a table's header on each page, but only once for a screen reader", async () => {
    const [order] = SAMPLE_SIGNED_VERSION.exam_orders;
    const attachments = Array.from({ length: 90 }, (_, index) => ({
      original_name: `adjunto número ${index} con un nombre que no cabe en una sola línea de su columna.pdf`,
      sha256: 'a'.repeat(64),
    }));
    const closing = { ...SAMPLE_SIGNED_VERSION, exam_orders: [{ ...order!, attachments }] };
    const pdf = await composeDocument('history', { ...input, closing });
    const pages = (await pageTextsOf(pdf)).filter((page) => page.includes('adjunto número'));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.filter((page) => !page.includes('Archivo adjunto'))).toEqual([]);
    expect((await pdfTagTreeOf(pdf)).match(/"Archivo adjunto/g)).toHaveLength(1);
  });

  it.each(['full', 'a receipt over long names'] as const)(
    'no page ends with a heading, wherever the text breaks: %s',
    async (name) => {
      const sample = await createReportCaseInput(name);
      const headings = [
        ...Object.values(NOTE_LABELS),
        ...sample.closing.exam_orders.map(({ exam }) => `(${exam.code})`),
        'Comentarios de recepción',
        '2. Evaluación',
        '3. Exámenes y resultados',
        '4. Notas médicas',
        '5. Firmas',
        '6. Entrega al trabajador',
        '7. Integridad del registro',
        'Archivo adjunto',
      ];
      for (const additional_info of name === 'full' ? FILLER_TEXTS : FEW_FILLER_TEXTS) {
        const closing = { ...sample.closing, additional_info };
        for (const page of await pageTextsOf(await composeDocument('history', { ...sample, closing }))) {
          const last = findLastContentLine(page);
          expect(headings.filter((title) => last.includes(title))).toEqual([]);
        }
      }
    },
  );
});

describe('P10.11 blocks that stay on one page', () => {
  it.each(['full', 'names of many words'] as const)(
    'the signatures stay on one page with the notices above them: %s',
    async (name) => {
      const sample = await createReportCaseInput(name);
      for (const content of FEW_FILLER_TEXTS) {
        const closing = { ...sample.closing, notes: [{ note_type: 'restricciones' as const, content }] };
        const pages = await pageTextsOf(await composeDocument('concept', { ...sample, closing }));
        const signed = pages.filter((page) => page.includes('Médico evaluador'));
        expect(signed).toHaveLength(1);
        expect(signed[0]).toContain('Este concepto informa únicamente');
        expect(signed[0]).toContain('Recibí copia de este concepto');
      }
    },
  );

  it('the handed-over documents, the person who received them and the signature stay together on one page', async () => {
    const sample = await createReportCaseInput('a receipt over long names');
    for (const additional_info of FEW_FILLER_TEXTS) {
      const closing = { ...sample.closing, additional_info };
      const pages = await pageTextsOf(await composeDocument('history', { ...sample, closing }));
      const handed = pages.filter((page) => page.includes('6. Entrega al trabajador'));
      expect(handed).toHaveLength(1);
      for (const words of ['Se entregó', 'Recibió', '06/03/2026 10:30']) expect(handed[0]).toContain(words);
    }
  });
});

describe('P10.11 table with a long first row', () => {
  it("a table's header is never alone at the end of a page when the first row is long", async () => {
    const [order] = SAMPLE_SIGNED_VERSION.exam_orders;
    const exam_orders = Array.from({ length: 60 }, () => order!);
    for (const content of FEW_FILLER_TEXTS) {
      const restrictions = { note_type: 'restricciones' as const, content };
      const closing = { ...SAMPLE_SIGNED_VERSION, exam_orders, notes: [restrictions] };
      for (const page of await pageTextsOf(await composeDocument('concept', { ...input, closing }))) {
        expect(findLastContentLine(page)).not.toMatch(/^(Valoraciones realizadas|Fecha +Exámenes)$/);
      }
    }
  });
});

describe('P10.11 drawing area of a page', () => {
  const MARGIN = 24;
  it.each(REPORT_KINDS)('the margins of each page stay white: %s', async (kind) => {
    const pdf = await composeDocument(kind, input);
    const { data, info } = await sharp(await renderPdfPage(pdf, 1))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([612, 792]);
    const isMargin = (index: number) => {
      const [x, y] = [index % info.width, Math.floor(index / info.width)];
      return x < MARGIN || y < MARGIN || x >= info.width - MARGIN || y >= info.height - MARGIN;
    };
    const inked = [...data.keys()].filter((index) => (data[index] ?? 255) < 250);
    expect(inked.length).toBeGreaterThan(10_000);
    expect(inked.filter(isMargin)).toEqual([]);
  });
});
