import { NOT_RECORDED_TEXT } from '#domain/evaluation/decisions.ts';
import { receiptDocumentsText } from '#domain/evaluation/receipt.ts';
import type { SignedVersionContent } from '../../../schema/evaluation/signed-version.ts';
import type { PrintedVersion, ReportInput } from '../input/input.ts';
import { type PrintedValue, drawPrintedValueRows, printedValuesHeight } from '../layout/facts.ts';
import { SIGNATURE_SIZE, drawSeparateFigure, separateFigureHeight } from '../layout/pictures.ts';
import { drawSectionEntry, drawSectionHeading } from '../layout/section.ts';
import { type Sheet, ensureHeight } from '../layout/sheet.ts';
import { TEXT_STYLES } from '../layout/style.ts';
import { drawParagraph } from '../layout/text.ts';
import { identityDocumentText, formatIsoDateTime, patientFullName, textOrDefault } from './labels.ts';

/** Returns `N.º BOG-2026-000123`, or the version number if the version was signed before documents had numbers. */
const formatVersionName = ({ version, number }: { version: number; number: string | null }): string =>
  number === null ? `la versión ${version}, sin número` : `N.º ${number}`;

/**
 * Returns the version that the printed version replaces. Early signed versions do not name the version that they replaced; it
 * is then taken from the list of versions.
 */
function replacedVersionOf({
  closing,
  versions,
}: ReportInput): NonNullable<SignedVersionContent['replaces']> | null {
  if (closing.replaces !== undefined) return closing.replaces;
  return versions.find(({ version }) => version === closing.version - 1) ?? null;
}

/**
 * Returns the text about the replaced document; null if no document was replaced. The text omits the reason of the reopening,
 * because the employer reads the concept.
 */
export function formatReplacedDocument(input: ReportInput): string | null {
  const replaced = replacedVersionOf(input);
  if (replaced === null) return null;
  return replaced.number === null
    ? `Reemplaza a la versión ${replaced.version}`
    : `Reemplaza al N.º ${replaced.number}`;
}

function reopeningTexts({ reopened }: PrintedVersion): { reason: string; by: string } {
  if (!reopened) return { reason: NOT_RECORDED_TEXT, by: '' };
  return {
    reason: textOrDefault(reopened.reason, NOT_RECORDED_TEXT),
    by: `\nReabierta por ${reopened.by}, ${formatIsoDateTime(reopened.at)}.`,
  };
}

function omittedVersionsText(first: number): string {
  const which = first === 2 ? 'La versión 1 está' : `Las versiones 1 a ${first - 1} están`;
  return `${which} en el registro electrónico.`;
}

/**
 * Prints each version up to the current one, with the number of the version that it replaces and the reason of the reopening.
 */
export function printReplacements(sheet: Sheet, { versions }: ReportInput): void {
  const [first] = versions;
  if (versions.length > 1 && first && first.version > 1)
    drawParagraph(sheet, omittedVersionsText(first.version), TEXT_STYLES.small, { after: 2 });
  for (const [nth, replaced] of versions.entries()) {
    const next = versions[nth + 1];
    if (!next) continue;
    const { reason, by } = reopeningTexts(replaced);
    drawSectionEntry(sheet, 'H3', {
      title: `Versión ${next.version}  ·  ${formatVersionName(next)}  ·  ${formatIsoDateTime(next.closed_at)}`,
      text: `Reemplaza a ${formatVersionName(replaced)}, motivo: ${reason}${by}`,
    });
  }
}

const RECEIPTS_SECTION_TITLE = '6. Entrega al trabajador';
const NO_HANDOVER_TEXT = 'Sin entrega registrada en el sistema.';

const createVersionValues = (printed: PrintedVersion, { versions }: ReportInput): PrintedValue[] =>
  versions.length > 1
    ? [{ label: 'Versión', value: `${printed.version}  ·  ${formatVersionName(printed)}` }]
    : [];

function receiptValueRows(printed: PrintedVersion, input: ReportInput): PrintedValue[][] | null {
  const { receipt } = printed;
  if (!receipt) return null;
  const { patient } = receipt;
  return [
    [
      ...createVersionValues(printed, input),
      { label: 'Se entregó', value: receiptDocumentsText(receipt.items) },
    ],
    [
      { label: 'Recibió', value: `${patientFullName(patient)}, ${identityDocumentText(patient)}`, span: 2 },
      { label: 'Fecha y hora', value: formatIsoDateTime(receipt.at) },
      { label: 'Entregó', value: receipt.handed_by },
    ],
  ];
}

type ReceiptSignatures = ReadonlyMap<number, Buffer>;

function drawReceipt(sheet: Sheet, rows: PrintedValue[][], picture: Buffer | undefined): void {
  drawPrintedValueRows(sheet, rows);
  if (picture) drawSeparateFigure(sheet, picture, SIGNATURE_SIZE, 'Firma de quien recibió');
}

/** Returns the height of a document receipt in points. With this height, data and signature of the receipt stay on one page. */
const receiptHeight = (sheet: Sheet, rows: PrintedValue[][] | null, picture: Buffer | undefined): number =>
  rows === null
    ? TEXT_STYLES.body.leading
    : printedValuesHeight(sheet, rows) + (picture ? separateFigureHeight(SIGNATURE_SIZE) : 0);

/** Prints the document receipts of all versions. Receipts signed on paper are not included. */
export function printReceipts(sheet: Sheet, input: ReportInput, signatures: ReceiptSignatures): void {
  const { versions } = input;
  const made = versions.map((printed) => ({
    printed,
    rows: receiptValueRows(printed, input),
    picture: signatures.get(printed.version),
  }));
  const isNone = made.every(({ rows }) => rows === null);
  const first = isNone ? undefined : made[0];
  drawSectionHeading(
    sheet,
    RECEIPTS_SECTION_TITLE,
    first ? receiptHeight(sheet, first.rows, first.picture) : TEXT_STYLES.body.leading,
  );
  if (isNone) return drawParagraph(sheet, NO_HANDOVER_TEXT, TEXT_STYLES.body);
  for (const { printed, rows, picture } of made) {
    ensureHeight(sheet, receiptHeight(sheet, rows, picture));
    if (rows) drawReceipt(sheet, rows, picture);
    else
      drawParagraph(
        sheet,
        `Versión ${printed.version}, ${formatVersionName(printed)}: ${NO_HANDOVER_TEXT.toLowerCase()}`,
        TEXT_STYLES.body,
      );
  }
}
