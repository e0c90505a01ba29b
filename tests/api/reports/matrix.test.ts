// @module-tag landing
import { describe, expect, it } from 'vitest';
import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { fullName } from '#domain/patient/name.ts';
import { type PlacedWord, wordBoxesOf, pdfTagTreeOf } from '#tests/support/documents/poppler.ts';
import {
  REPORT_CASES,
  type ReportCase,
  createReportCaseInput,
} from '#tests/support/documents/report-cases.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import type { ReportInput } from '#server/documents/reports/input/input.ts';
import { PAGE } from '#server/documents/reports/layout/style.ts';

/** Area of a Letter page in points: the edges for letterhead and foot, and the lower end of the content. */
const PRINTED_AREA = {
  left: PAGE.left,
  right: PAGE.width - PAGE.right,
  top: PAGE.top,
  bottom: PAGE.height - 24,
};
const CONTENT_BOTTOM_POINTS = PAGE.height - PAGE.bottom;
/** Tolerance in points: the box of a word is slightly larger than its ink. */
const TOLERANCE_POINTS = 2;

const isOutsidePrintedArea = ({ left, right, top, bottom }: PlacedWord): boolean =>
  left < PRINTED_AREA.left - TOLERANCE_POINTS ||
  right > PRINTED_AREA.right + TOLERANCE_POINTS ||
  top < PRINTED_AREA.top - TOLERANCE_POINTS ||
  bottom > PRINTED_AREA.bottom + TOLERANCE_POINTS;

const crossesFooter = ({ top, bottom }: PlacedWord): boolean =>
  top < CONTENT_BOTTOM_POINTS - TOLERANCE_POINTS && bottom > CONTENT_BOTTOM_POINTS + TOLERANCE_POINTS;

/**
 * Returns true if two words overlap. The boxes of words are higher than the distance of two lines, so up to a third of a box
 * may overlap the next one.
 */
function doWordsOverlap(one: PlacedWord, other: PlacedWord): boolean {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 1 && high > Math.min(one.bottom - one.top, other.bottom - other.top) / 3;
}

function findOverlappingWords(words: readonly PlacedWord[]): string[] {
  const below = words.toSorted((a, b) => a.top - b.top);
  return below.flatMap((word, nth) => {
    const found: string[] = [];
    for (let next = nth + 1; next < below.length; next += 1) {
      const other = below[next];
      if (!other || other.top >= word.bottom) break;
      if (doWordsOverlap(word, other)) found.push(`${word.text} / ${other.text}`);
    }
    return found;
  });
}

const misplacedWords = (page: readonly PlacedWord[]) => ({
  outside: page.filter(isOutsidePrintedArea).map(({ text }) => text),
  acrossFoot: page.filter(crossesFooter).map(({ text }) => text),
  overlaps: findOverlappingWords(page),
});
const NO_PROBLEMS = { outside: [], acrossFoot: [], overlaps: [] };

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');
/** Returns the text that a screen reader reads, without blanks, so that words split by lines and pages are found. */
const readUnspacedScreenReaderText = async (pdf: Buffer): Promise<string> =>
  withoutBlanks(
    (await pdfTagTreeOf(pdf)).replace(/^ *\/.*$|^ *[A-Z]\w*( .*)?$/gm, '').replace(/^ *"|"$/gm, ''),
  );

async function expectPagesWithoutProblems(pdf: Buffer): Promise<void> {
  const pages = await wordBoxesOf(pdf);
  for (const [nth, page] of pages.entries())
    expect(page.map(({ text }) => text).join(' ')).toContain(`Página ${nth + 1} de ${pages.length}`);
  expect(pages.map(misplacedWords)).toEqual(pages.map(() => NO_PROBLEMS));
}

const missingTexts = (said: string, wanted: readonly (string | null | undefined)[]): string[] =>
  wanted.filter((text) => typeof text === 'string').filter((text) => !said.includes(withoutBlanks(text)));

const secretTexts = ({ closing, versions }: ReportInput): string[] => [
  ...closing.exam_orders.flatMap(({ result_notes: result, attachments }) => [
    ...(result ?? '').split(/\s+/).filter((word) => word.startsWith('zq')),
    ...attachments.flatMap(({ original_name: name, sha256 }) => [name, sha256]),
  ]),
  ...versions.flatMap(({ reopened }) => (reopened ? [reopened.by, reopened.reason ?? reopened.by] : [])),
];

async function expectConcept(name: ReportCase): Promise<void> {
  const input = await createReportCaseInput(name);
  const { closing } = input;
  const pdf = await composeDocument('concept', input);
  await expectPagesWithoutProblems(pdf);
  const said = await readUnspacedScreenReaderText(pdf);
  const { patient, employer_company: employer, contractor_company: contractor, doctor } = closing;
  const wanted = [fullName(patient), patient.occupation_name, employer.name, contractor?.name ?? null];
  expect(missingTexts(said, [...wanted, doctor.name, doctor.license_number])).toEqual([]);
  expect(secretTexts(input).filter((secret) => said.includes(withoutBlanks(secret)))).toEqual([]);
  expect(said).not.toContain('Hallazgo');
}

async function expectHistory(name: ReportCase): Promise<void> {
  const input = await createReportCaseInput(name);
  const { closing, clarifications, versions } = input;
  const receipts = versions.flatMap(({ receipt }) => (receipt ? [receipt.handed_by] : []));
  const pdf = await composeDocument('history', input);
  await expectPagesWithoutProblems(pdf);
  const said = await readUnspacedScreenReaderText(pdf);
  const { patient, employer_company: employer, contractor_company: contractor, signing } = closing;
  const of = [patient.first_name, patient.middle_name, patient.last_name, patient.second_last_name];
  const results = closing.exam_orders.flatMap(({ exam, result_notes: result, attachments }) => [
    `${exam.name} (${exam.code})`,
    result,
    ...attachments.flatMap(({ original_name: file, sha256 }) => [file, sha256]),
  ]);
  const wanted = [
    ...of,
    patient.occupation_name,
    employer.name,
    contractor?.name ?? null,
    ...results,
    ...closing.notes.flatMap(({ note_type: type, content }) => [NOTE_LABELS[type], content]),
    ...clarifications.map(({ content }) => content),
    closing.doctor.name,
    `Versión del cierre ${closing.version}`,
    signing?.by ?? null,
    signing?.reason ?? null,
    signing?.disclosure_reason ?? null,
    ...(receipts.length > 0 ? receipts : ['Sin entrega registrada en el sistema.']),
    ...versions.flatMap(({ reopened }) => (reopened ? [reopened.by, reopened.reason] : [])),
    ...versions.slice(0, -1).flatMap(({ number }) => (number ? [`Reemplaza a N.º ${number}`] : [])),
  ];
  expect(missingTexts(said, wanted)).toEqual([]);
}

/** Case that covers most of the layout and runs each time. The remaining cases take minutes on a busy machine. */
const ALWAYS_RUN_CASES: readonly ReportCase[] = ['version 3, with a receipt'];
const CI_CASES = REPORT_CASES.filter((name) => !ALWAYS_RUN_CASES.includes(name));

describe.each(ALWAYS_RUN_CASES)('P10.10 P10.11 layout of both documents: %s', (name) => {
  it('the complete concept is printed without overlaps', () => expectConcept(name));
  it('the complete clinical history is printed without overlaps', () => expectHistory(name));
});

describe.each(CI_CASES)(
  'P10.10 P10.11 layout of both documents, remaining cases: %s',
  { tags: ['landing'] },
  (name) => {
    it('the complete concept is printed without overlaps', () => expectConcept(name));
    it('the complete clinical history is printed without overlaps', () => expectHistory(name));
  },
);
