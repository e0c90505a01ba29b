// @module-tag landing
import { beforeAll, describe, expect, it } from 'vitest';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import { NOTE_LABELS, NOTE_TYPES } from '#contract/vocabulary.ts';
import { pageTextsOf, pdfTagTreeOf, pdfTextOf } from '#tests/support/documents/poppler.ts';
import {
  SAMPLE_SIGNED_VERSION,
  markedSignedVersion,
  marker,
  createReportInput,
} from '#tests/support/documents/report-sample.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import type { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';
import type { ReportInput } from '#server/documents/reports/input/input.ts';

let input: ReportInput;
beforeAll(async () => {
  input = await createReportInput();
});
const composeHistory = (closing: SignedVersionContent) => composeDocument('history', { ...input, closing });

const MINIMAL_VERSION: SignedVersionContent = {
  ...SAMPLE_SIGNED_VERSION,
  patient: {
    ...SAMPLE_SIGNED_VERSION.patient,
    middle_name: null,
    second_last_name: ' ',
    birth_date: null,
    gender: null,
    occupation_name: null,
  },
  contractor_company: null,
  additional_info: null,
  exam_orders: SAMPLE_SIGNED_VERSION.exam_orders.map((order) => ({
    ...order,
    result_notes: null,
    attachments: [],
  })),
  notes: [],
  decisions: NO_DECISIONS,
  media: [],
  doctor: { ...SAMPLE_SIGNED_VERSION.doctor, specialty: null, registration_number: null },
};

describe('P10.268 name of a patient on both documents', () => {
  it("P10.268 concept and clinical history capitalize the patient's full name by one rule, and the clinical history also each part of the name", async () => {
    const patient = {
      ...SAMPLE_SIGNED_VERSION.patient,
      first_name: 'marcela',
      middle_name: null,
      last_name: 'DE LA PEÑA',
      second_last_name: 'gómez',
    };
    const closing = { ...SAMPLE_SIGNED_VERSION, patient };
    for (const kind of ['history', 'concept'] as const)
      expect(await pdfTextOf(await composeDocument(kind, { ...input, closing }))).toContain(
        'Marcela de la Peña Gómez',
      );
    const history = await pdfTextOf(await composeHistory(closing));
    for (const part of ['Marcela', 'de la Peña', 'Gómez']) expect(history).toContain(part);
    expect(history).not.toMatch(/marcela|PEÑA|gómez/);
  });
});

describe('P10.10 content of the clinical history', () => {
  it('the clinical history includes each result, attachment with its digest, comment and note', async () => {
    const closing = markedSignedVersion();
    const text = await pdfTextOf(await composeHistory(closing));
    const wanted = [
      marker('comment'),
      ...closing.exam_orders.flatMap((order, index) => [
        marker('result', index),
        `${marker('file', index)}.pdf`,
        ...order.attachments.map(({ sha256 }) => sha256),
      ]),
      ...NOTE_TYPES.flatMap((type) => [NOTE_LABELS[type], marker(type)]),
    ];
    expect(wanted.filter((words) => !text.includes(words))).toEqual([]);
  });

  it('the clinical history has patient, companies and integrity record in Colombian time; each page is marked confidential, with reader and time', async () => {
    const pages = await pageTextsOf(await composeDocument('history', input));
    const text = pages.join(' ').replace(/\s+/g, ' ');
    for (const words of [
      'HISTORIA CLÍNICA OCUPACIONAL',
      'Cédula de ciudadanía (CC)',
      '12/05/1990',
      'Constructora Puente Imaginario S.A.S. (DEMO) (999000021-1)',
      '05/03/2026 06:47:09 (UTC−5)',
      '05/03/2026 08:20:41 (UTC−5)',
      input.content_sha256,
      SAMPLE_SIGNED_VERSION.evaluation_id,
    ])
      expect(text).toContain(words);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(page).toContain('CONFIDENCIAL – RESERVADO. No entregar al empleador');
      expect(page).toContain('Copia solicitada por Dra. Ana Demo Rincón el 06/03/2026 09:05');
    }
  });
});

describe('P10.10 empty fields of the clinical history', () => {
  async function cells(closing: SignedVersionContent): Promise<{ tag: string; text: string }[]> {
    const structure = await pdfTagTreeOf(await composeHistory(closing));
    const found = structure.matchAll(/^ +(T[HD]|P|H\d)\b[^\n]*\n(?: +\/[^\n]*\n)*(?: +"([^"]*)")?/gm);
    return [...found].map(([, tag = '', text = '']) => ({ tag, text: text.trim() }));
  }

  const expectFilled = (all: { tag: string; text: string }[]) => {
    expect(all.filter(({ tag }) => tag === 'TD').length).toBeGreaterThan(20);
    expect(all.filter(({ text }) => text === '')).toEqual([]);
  };

  it('a complete clinical history has no empty cell', async () =>
    expectFilled(await cells(SAMPLE_SIGNED_VERSION)));

  it('the clinical history prints an invisible text as missing', async () => {
    const unseen = {
      ...SAMPLE_SIGNED_VERSION,
      additional_info: '\u200b',
      notes: [{ note_type: 'sve' as const, content: '\u3164\u2800' }],
    };
    expectFilled(await cells(unseen));
  });

  it('P10.264 the clinical history adds the sentences of the decisions to notes whose text lacks these sentences', async () => {
    const text = (await pdfTextOf(await composeHistory({ ...SAMPLE_SIGNED_VERSION, notes: [] }))).replace(
      /\s+/g,
      ' ',
    );
    for (const words of [
      'Restricciones No manipular cargas superiores a 12,5 kg, del 5 mar 2026 al 3 jun 2026.',
      'Trabajo en alturas: apto.',
      'Ingresa al SVE osteomuscular.',
      'Requiere valoración por EPS.',
    ])
      expect(text).toContain(words);
  });

  it('P10.135 the clinical history states in words which values are missing, and infers nothing', async () => {
    const all = await cells(MINIMAL_VERSION);
    expectFilled(all);
    const said = all.map(({ text }) => text);
    const times = (words: string) => said.filter((text) => text === words).length;
    // Missing values: six fields of the patient, the additional information, the decisions and the eight notes.
    const decisions = Object.keys(NO_DECISIONS).length;
    expect(times('No registrado')).toBe(6 + 1 + decisions + NOTE_TYPES.length);
    expect(times('No evaluado')).toBe(MINIMAL_VERSION.exam_orders.length);
    expect(times('Adjuntos: No aplica')).toBe(MINIMAL_VERSION.exam_orders.length);
    expect(said.join(' ')).toContain('Registro médico: No registrado');
  });
});
