import { beforeAll, describe, expect, it } from 'vitest';
import {
  pdfFontsOf,
  pdfInfoOf,
  pageTextsOf,
  pdfTagTreeOf,
  pdfTextOf,
} from '#tests/support/documents/poppler.ts';
import {
  SAMPLE_SIGNED_VERSION,
  markedSignedVersion,
  marker,
  createReportInput,
} from '#tests/support/documents/report-sample.ts';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import type { ReportInput } from '#server/documents/reports/input/input.ts';
import { DEFAULT_LEGAL_TEXTS } from '#server/platform/settings/legal-texts.ts';

let input: ReportInput;
let sampleConceptPdf: Buffer;
let conceptTags: string;
beforeAll(async () => {
  input = await createReportInput();
  sampleConceptPdf = await composeDocument('concept', input);
  conceptTags = await pdfTagTreeOf(sampleConceptPdf);
});

describe('P10.9 findings of an evaluation and its concept', () => {
  it('the concept has no findings in its page, tags and properties, but prints the notes for the employer', async () => {
    const pdf = await composeDocument('concept', { ...input, closing: markedSignedVersion() });
    const text = await pdfTextOf(pdf);
    const everything = [text, await pdfTagTreeOf(pdf), await pdfInfoOf(pdf)].join('\n');
    const secret = ['result', 'file', 'comment', 'observaciones', 'sve', 'manejo_eps_arp'];
    expect(secret.filter((what) => everything.includes(`zq${what}`))).toEqual([]);
    expect(everything).not.toContain('Hallazgo');
    const reported = ['concepto', 'aptitud_tarea', 'restricciones', 'recomendaciones', 'habitos'] as const;
    expect(reported.filter((type) => !text.includes(marker(type)))).toEqual([]);
    expect(text).toContain('Sí: osteomuscular');
    expect(text).toContain('Requiere valoración por EPS');
    expect(text).not.toContain('Lumbalgia mecánica');
  });
});

describe('P10.10 content of the concept', () => {
  it('the concept names the patient, the companies, the exams with their day and the doctor, with accents and ñ', async () => {
    // A line break may split a signature's text on the page. The tags contain the text in one piece.
    const text = `${await pdfTextOf(sampleConceptPdf)} ${conceptTags.replace(/\s+/g, ' ')}`;
    for (const words of [
      'CONCEPTO MÉDICO DE APTITUD OCUPACIONAL',
      'Ana María Gil Núñez',
      'CC 9.999.000.017',
      '35 años',
      'Femenino',
      'Periódica programada',
      'Fecha de la evaluación: 05/03/2026 06:47',
      'Apto con recomendaciones',
      '05/03/2026 Examen médico con énfasis osteomuscular · Audiometría tonal',
      DEFAULT_LEGAL_TEXTS.reserve_notice,
      DEFAULT_LEGAL_TEXTS.deadline_reminder,
      'Recibí copia de este concepto',
      'Licencia SST DEMO-1001 · Registro médico: DEMO-0001',
      `Firmado electrónicamente el 05/03/2026 08:20 · huella ${input.content_sha256.slice(0, 12)}`,
      'Evaluación 1A2B3C4D · Versión 2 · Huella',
    ])
      expect(text).toContain(words);
  });

  it('a usual concept fits on one page', async () => {
    expect(await pageTextsOf(sampleConceptPdf)).toHaveLength(1);
  });

  it('P10.135 the concept states in words that contractor, notes, photo, logo or signature images are missing', async () => {
    const closing = {
      ...SAMPLE_SIGNED_VERSION,
      contractor_company: null,
      notes: [],
      decisions: NO_DECISIONS,
    };
    const pictures = {
      patient_photo: null,
      patient_signature: null,
      doctor_signature: null,
      receipt_signatures: [],
    };
    const branding = { ...input.branding, logo: null };
    const text = await pdfTextOf(await composeDocument('concept', { ...input, closing, pictures, branding }));
    for (const words of ['No aplica', 'No registrado', 'Sin fotografía', 'Sin imagen de firma registrada'])
      expect(text).toContain(words);
    // The concept states that notes and decisions are missing, and infers nothing from their absence (P10.135).
    expect(text.match(/No registrado/g)).toHaveLength(7);
    expect(text).not.toMatch(/Sin restricciones|Sin recomendaciones|Sin concepto|No requiere/);
  });

  it('the concept prints the legal texts of the configuration', async () => {
    const legal = { ...DEFAULT_LEGAL_TEXTS, reserve_notice: 'Aviso propio de la clínica.' };
    const text = await pdfTextOf(await composeDocument('concept', { ...input, legal }));
    expect(text).toContain('Aviso propio de la clínica.');
    expect(text).not.toContain(DEFAULT_LEGAL_TEXTS.reserve_notice);
  });
});

describe('P10.11 PDF file of the concept', () => {
  it('the concept is a tagged PDF in Spanish and Letter format, and its title names no patient', async () => {
    const info = await pdfInfoOf(sampleConceptPdf);
    expect(info).toMatch(/^Tagged: +yes$/m);
    expect(info).toMatch(/^Title: +Concepto médico de aptitud ocupacional$/m);
    expect(info).toMatch(/\(letter\)$/m);
    expect(info).not.toMatch(/Gil|Núñez|9\.999/);
    expect(sampleConceptPdf.toString('latin1')).toContain('/Lang (es-CO)');
  });

  it('the concept contains headings, tables and pictures with alternative texts for a screen reader', () => {
    for (const tag of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure'])
      expect(conceptTags).toMatch(new RegExp(`^ +${tag}\\b`, 'm'));
    const figures = conceptTags.match(/^ +Figure/gm) ?? [];
    const words = sampleConceptPdf.toString('latin1').match(/\/Alt \(/g) ?? [];
    // Five pictures: logo, photo, both signatures and the QR code.
    expect([figures.length, words.length]).toEqual([5, 5]);
  });

  it('the concept embeds its fonts, reduced to the characters in use', async () => {
    const rows = (await pdfFontsOf(sampleConceptPdf)).trim().split('\n').slice(2);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatch(/^[A-Z]{6}\+SourceSans3\S+ .* yes +yes +yes +\d+ +\d+$/);
  });

  it('the server composes the concept of one signed version with the same bytes each time', async () => {
    expect((await composeDocument('concept', input)).equals(sampleConceptPdf)).toBe(true);
  });
});
