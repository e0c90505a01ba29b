import { describe, expect, it } from 'vitest';
import { SaveNotesBody } from '#contract/records/evaluation/clinical.ts';
import {
  ACTIVE_ADDITIONAL_FIELDS_MAX,
  CLINICAL_TEXT_MAX_LENGTH,
  CLINICAL_TEXT_MAX_LINES,
} from '#contract/limits.ts';
import { countCollapsedLines } from '#contract/primitives.ts';
import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { hasTooManyLines, findPrintProblems } from './printable.ts';

const createNumberedLines = (count: number, end = '\n') =>
  Array.from({ length: count }, (_, index) => `a${index}`).join(end);
const LONGEST_NOTE = 'palabra '.repeat(CLINICAL_TEXT_MAX_LENGTH / 8);
const TEXT_AT_BOTH_LIMITS = Array.from({ length: CLINICAL_TEXT_MAX_LINES }, () => 'x'.repeat(39)).join('\n');

const createPrintedTexts = (text: string, exams: number) => ({
  additional_info: null,
  exam_orders: Array.from({ length: exams }, (_, index) => ({
    exam: { name: `Examen ${index}` },
    result_notes: text,
    attachments: [],
  })),
  notes: NOTE_TYPES.map((note_type) => ({ note_type, content: text })),
});

describe('L3 number of lines of a text', () => {
  it.each([
    ['one letter', 'a', 1],
    ['two lines', 'a\nb', 2],
    ['every end of a line', 'a\r\nb\rc\u2028d\u2029e', 5],
    ['several empty ones in a row', 'a\n\n\n \n\t\nb', 3],
    ['empty ones around', '\n\n\na\n\n\n', 1],
    ['as many letters as there may be', LONGEST_NOTE, 1],
    ['a text at both limits', TEXT_AT_BOTH_LIMITS, CLINICAL_TEXT_MAX_LINES],
  ])(
    '`countCollapsedLines` counts each kind of line end, and successive empty lines as one: %s',
    (_name, text, count) => {
      expect(countCollapsedLines(text)).toBe(count);
    },
  );

  it.each(['\n', '\r\n', '\r', '\u2028', '\u2029'])(
    'a text with the maximum number of lines is accepted, and with one line more has too many lines, when its line ends are %j',
    (end) => {
      expect(hasTooManyLines(createNumberedLines(CLINICAL_TEXT_MAX_LINES, end))).toBe(false);
      expect(hasTooManyLines(createNumberedLines(CLINICAL_TEXT_MAX_LINES + 1, end))).toBe(true);
    },
  );

  it('a note with too many lines is not saved; the error names the field of the note', () => {
    const save = (content: string) =>
      SaveNotesBody.safeParse({ notes: [{ note_type: 'concepto', content }] });
    expect(save(createNumberedLines(CLINICAL_TEXT_MAX_LINES)).success).toBe(true);
    const refused = save(createNumberedLines(CLINICAL_TEXT_MAX_LINES + 1));
    expect(refused.error?.issues).toMatchObject([
      { path: ['notes', 0, 'content'], message: 'Máximo 500 renglones.' },
    ]);
  });
});

describe('L3 size limits of an evaluation that is signed', () => {
  it('the doctor can sign an evaluation whose fifteen results and all notes have the maximum length, even if each is a single line', () => {
    expect(findPrintProblems(createPrintedTexts(TEXT_AT_BOTH_LIMITS, 15))).toEqual([]);
    expect(findPrintProblems(createPrintedTexts(LONGEST_NOTE, 15))).toEqual([]);
  });

  it('the signing of an evaluation fails with the names of all results and notes that have too many lines', () => {
    const long = createNumberedLines(CLINICAL_TEXT_MAX_LINES + 1);
    const [first] = createPrintedTexts(long, 1).exam_orders;
    expect(
      findPrintProblems({
        additional_info: null,
        exam_orders: first ? [first] : [],
        notes: [
          { note_type: 'concepto', content: 'Apto' },
          { note_type: 'habitos', content: long },
        ],
      }),
    ).toEqual([
      { type: 'result', examName: 'Examen 0' },
      { type: 'note', noteType: 'habitos' },
    ]);
  });

  it('the signing of an evaluation fails when its texts and files together exceed the limit of printed lines', () => {
    expect(findPrintProblems(createPrintedTexts(TEXT_AT_BOTH_LIMITS, 40))).toEqual([{ type: 'whole' }]);
    const attachments = Array.from({ length: 11_000 }, () => ({}));
    const order = { exam: { name: 'A' }, result_notes: 'Normal', attachments };
    expect(findPrintProblems({ additional_info: null, exam_orders: [order], notes: [] })).toEqual([
      { type: 'whole' },
    ]);
  });

  it('P10.348 the limit of printed lines counts additional fields with a value', () => {
    const fieldsOf = (count: number, value: string | null) => ({
      ...createPrintedTexts('Normal', 1),
      additional_fields: Array.from({ length: count }, () => ({ name: 'n'.repeat(80), value })),
    });
    expect(findPrintProblems(fieldsOf(ACTIVE_ADDITIONAL_FIELDS_MAX, 'v'.repeat(500)))).toEqual([]);
    expect(findPrintProblems(fieldsOf(50 * ACTIVE_ADDITIONAL_FIELDS_MAX, 'v'.repeat(500)))).toEqual([
      { type: 'whole' },
    ]);
    expect(findPrintProblems(fieldsOf(50 * ACTIVE_ADDITIONAL_FIELDS_MAX, null))).toEqual([]);
  });
});
