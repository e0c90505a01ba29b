import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOTE_LABELS, NOTE_TYPES } from '#contract/vocabulary.ts';
import { pagesOf, pictureOf, structureOf, textOf } from '#tests/support/documents/poppler.ts';
import { reportCase } from '#tests/support/documents/report-cases.ts';
import { SAMPLE_CLOSING, reportInput } from '#tests/support/documents/report-sample.ts';
import { compose } from '#server/reports/documents/compose.ts';
import type { ClosingContent } from '#server/closing/closing.ts';
import { REPORT_KINDS, type ReportInput } from '#server/reports/input/input.ts';

const NOTE_LENGTH = 20_000;
let input: ReportInput;
beforeAll(async () => {
  input = await reportInput();
});

/** `count` words that occur once each, in an order that can be checked. */
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `ñ${index}ñ`);
const longText = numbered(5_000).join(' ').slice(0, NOTE_LENGTH);
/** The last line above the foot, which may be two. */
function lastLine(page: string): string {
  const said = page.split('\n').filter((line) => line.trim() !== '');
  const foot = said.findIndex((line) => / Página \d+ de \d+$/.test(line));
  expect(foot).toBeGreaterThan(0);
  return said[foot - 1]?.trim() ?? '';
}
/** Texts that let a page end elsewhere each time. */
const FILLERS = Array.from({ length: 14 }, (_, nth) => `${'línea\n'.repeat(3 * nth)}fin`);
const FEWER_FILLERS = FILLERS.filter((_, nth) => nth % 2 === 0);
const manyPages = (): ClosingContent => ({
  ...SAMPLE_CLOSING,
  notes: NOTE_TYPES.map((type) => ({ note_type: type, content: longText })),
});

describe('P10.11 many pages', { tags: ['landing'] }, () => {
  it.each(REPORT_KINDS)(
    '%s: page x of y is right on each, with letterhead, version and digest',
    async (kind) => {
      const pages = await pagesOf(await compose(kind, { ...input, closing: manyPages() }));
      expect(pages.length).toBeGreaterThan(8);
      for (const [index, page] of pages.entries()) {
        expect(page).toContain(`Página ${index + 1} de ${pages.length}`);
        expect(page).toContain('IPS Ocupacional Los Alisos (DEMO)');
        expect(page).toContain(`Versión 2 · Huella ${input.content_sha256.slice(0, 12)}`);
      }
    },
  );

  it('a result of 20,000 characters keeps each of its words, once and in order', async () => {
    const [order] = SAMPLE_CLOSING.exam_orders;
    const closing = { ...SAMPLE_CLOSING, exam_orders: [{ ...order!, result_notes: longText }] };
    const text = await textOf(await compose('history', { ...input, closing }));
    expect(text.match(/ñ\d+ñ/g)).toEqual(longText.match(/ñ\d+ñ/g));
  });

  it('a letter that the fonts have not leaves a sign where it stood, and a line that says what it is', async () => {
    const texts = { arabic: 'Dice: مريض.', chinese: '中文', emoji: 'Bien 😀', box: '☒ Apto' };
    const closing = { ...SAMPLE_CLOSING, additional_info: Object.values(texts).join('\n') };
    const text = await textOf(await compose('history', { ...input, closing }));
    for (const said of ['Dice: □□□□.', '□□', 'Bien □', '[x] Apto', '□: letra o símbolo'])
      expect(text).toContain(said);
    const plain = { ...SAMPLE_CLOSING, additional_info: 'Ωmega ñ Łódź ≥ ½ Ана ✓' };
    expect(await textOf(await compose('history', { ...input, closing: plain }))).not.toContain('□');
  });

  it('a word that is wider than the page is broken, not cut off', async () => {
    const word = Array.from({ length: 400 }, (_, index) => index % 10).join('');
    const closing = { ...SAMPLE_CLOSING, additional_info: word };
    const text = await textOf(await compose('history', { ...input, closing }));
    expect(text.replaceAll(' ', '')).toContain(word);
  });

  it('a table that goes on repeats its header, and is read with one', async () => {
    const [order] = SAMPLE_CLOSING.exam_orders;
    const attachments = Array.from({ length: 90 }, (_, index) => ({
      original_name: `adjunto número ${index} con un nombre que no cabe en una sola línea de su columna.pdf`,
      sha256: 'a'.repeat(64),
    }));
    const closing = { ...SAMPLE_CLOSING, exam_orders: [{ ...order!, attachments }] };
    const pdf = await compose('history', { ...input, closing });
    const pages = (await pagesOf(pdf)).filter((page) => page.includes('adjunto número'));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.filter((page) => !page.includes('Archivo adjunto'))).toEqual([]);
    expect((await structureOf(pdf)).match(/"Archivo adjunto/g)).toHaveLength(1);
  });

  it.each(['full', 'a receipt over long names'] as const)(
    'no heading is the last line of a page, wherever the page ends: %s',
    async (name) => {
      const sample = await reportCase(name);
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
      for (const additional_info of name === 'full' ? FILLERS : FEWER_FILLERS) {
        const closing = { ...sample.closing, additional_info };
        for (const page of await pagesOf(await compose('history', { ...sample, closing }))) {
          const last = lastLine(page);
          expect(headings.filter((title) => last.includes(title))).toEqual([]);
        }
      }
    },
  );
});

describe(
  'P10.11 what belongs together stands on one page, wherever the pages end',
  { tags: ['landing'] },
  () => {
    it.each(['full', 'names of many words'] as const)(
      'signatures with the notices above them: %s',
      async (name) => {
        const sample = await reportCase(name);
        for (const content of FEWER_FILLERS) {
          const closing = { ...sample.closing, notes: [{ note_type: 'restricciones' as const, content }] };
          const pages = await pagesOf(await compose('concept', { ...sample, closing }));
          const signed = pages.filter((page) => page.includes('Médico evaluador'));
          expect(signed).toHaveLength(1);
          expect(signed[0]).toContain('Este concepto informa únicamente');
          expect(signed[0]).toContain('Recibí copia de este concepto');
        }
      },
    );

    it('what was handed over with who received it, and the signature with the end of its facts', async () => {
      const sample = await reportCase('a receipt over long names');
      for (const additional_info of FEWER_FILLERS) {
        const closing = { ...sample.closing, additional_info };
        const pages = await pagesOf(await compose('history', { ...sample, closing }));
        const handed = pages.filter((page) => page.includes('6. Entrega al trabajador'));
        expect(handed).toHaveLength(1);
        for (const words of ['Se entregó', 'Recibió', '06/03/2026 10:30']) expect(handed[0]).toContain(words);
      }
    });
  },
);

describe('P10.11 a table whose first row is long', { tags: ['landing'] }, () => {
  it('never leaves its header alone at the end of a page', async () => {
    const [order] = SAMPLE_CLOSING.exam_orders;
    const exam_orders = Array.from({ length: 60 }, () => order!);
    for (const content of FEWER_FILLERS) {
      const restrictions = { note_type: 'restricciones' as const, content };
      const closing = { ...SAMPLE_CLOSING, exam_orders, notes: [restrictions] };
      for (const page of await pagesOf(await compose('concept', { ...input, closing }))) {
        expect(lastLine(page)).not.toMatch(/^(Valoraciones realizadas|Fecha +Exámenes)$/);
      }
    }
  });
});

describe('P10.11 what is drawn', () => {
  const MARGIN = 24;
  it.each(REPORT_KINDS)('%s: the margins of the page stay white', async (kind) => {
    const pdf = await compose(kind, input);
    const { data, info } = await sharp(await pictureOf(pdf, 1))
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
