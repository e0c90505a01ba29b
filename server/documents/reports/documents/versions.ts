import { NOT_RECORDED } from '#domain/evaluation/decisions.ts';
import { receiptDocumentsText } from '#domain/evaluation/receipt.ts';
import type { SignedVersionContent } from '../../../schema/signed-version.ts';
import type { PrintedVersion, ReportInput } from '../input/input.ts';
import { type Fact, drawFactRows, factsHeight } from '../layout/facts.ts';
import { SIGNATURE_SIZE, drawSeparateFigure, separateFigureHeight } from '../layout/pictures.ts';
import { drawEntry, drawSectionHeading } from '../layout/section.ts';
import { type Sheet, ensureHeight } from '../layout/sheet.ts';
import { STYLES } from '../layout/style.ts';
import { drawParagraph } from '../layout/text.ts';
import { documentText, dateTimeText, patientFullName, textOrDefault } from './labels.ts';

/** Returns `N.º BOG-2026-000123`, or the version number if the version was signed before documents had numbers. */
const nameOf = ({ version, number }: { version: number; number: string | null }): string =>
  number === null ? `la versión ${version}, sin número` : `N.º ${number}`;

/**
 * Returns the version that the printed version replaces. Early signed versions do not name the version that they replaced; it
 * is then taken from the list of versions.
 */
function replacementLine({
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
export function replacedNumber(input: ReportInput): string | null {
  const replaced = replacementLine(input);
  if (replaced === null) return null;
  return replaced.number === null
    ? `Reemplaza a la versión ${replaced.version}`
    : `Reemplaza al N.º ${replaced.number}`;
}

function reopening({ reopened }: PrintedVersion): { reason: string; by: string } {
  if (!reopened) return { reason: NOT_RECORDED, by: '' };
  return {
    reason: textOrDefault(reopened.reason, NOT_RECORDED),
    by: `\nReabierta por ${reopened.by}, ${dateTimeText(reopened.at)}.`,
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
    drawParagraph(sheet, omittedVersionsText(first.version), STYLES.small, { after: 2 });
  for (const [nth, replaced] of versions.entries()) {
    const next = versions[nth + 1];
    if (!next) continue;
    const { reason, by } = reopening(replaced);
    drawEntry(sheet, 'H3', {
      title: `Versión ${next.version}  ·  ${nameOf(next)}  ·  ${dateTimeText(next.closed_at)}`,
      text: `Reemplaza a ${nameOf(replaced)}, motivo: ${reason}${by}`,
    });
  }
}

const TITLE = '6. Entrega al trabajador';
const NO_HANDOVER_TEXT = 'Sin entrega registrada en el sistema.';

const versionFact = (printed: PrintedVersion, { versions }: ReportInput): Fact[] =>
  versions.length > 1 ? [{ label: 'Versión', value: `${printed.version}  ·  ${nameOf(printed)}` }] : [];

function deliveryRows(printed: PrintedVersion, input: ReportInput): Fact[][] | null {
  const { receipt } = printed;
  if (!receipt) return null;
  const { patient } = receipt;
  return [
    [...versionFact(printed, input), { label: 'Se entregó', value: receiptDocumentsText(receipt.items) }],
    [
      { label: 'Recibió', value: `${patientFullName(patient)}, ${documentText(patient)}`, span: 2 },
      { label: 'Fecha y hora', value: dateTimeText(receipt.at) },
      { label: 'Entregó', value: receipt.handed_by },
    ],
  ];
}

type Signatures = ReadonlyMap<number, Buffer>;

function delivery(sheet: Sheet, rows: Fact[][], picture: Buffer | undefined): void {
  drawFactRows(sheet, rows);
  if (picture) drawSeparateFigure(sheet, picture, SIGNATURE_SIZE, 'Firma de quien recibió');
}

/** Returns the height of a document receipt in points. With this height, data and signature of the receipt stay on one page. */
const deliveryHeight = (sheet: Sheet, rows: Fact[][] | null, picture: Buffer | undefined): number =>
  rows === null
    ? STYLES.body.leading
    : factsHeight(sheet, rows) + (picture ? separateFigureHeight(SIGNATURE_SIZE) : 0);

/** Prints the document receipts of all versions. Receipts signed on paper are not included. */
export function printDeliveries(sheet: Sheet, input: ReportInput, signatures: Signatures): void {
  const { versions } = input;
  const made = versions.map((printed) => ({
    printed,
    rows: deliveryRows(printed, input),
    picture: signatures.get(printed.version),
  }));
  const isNone = made.every(({ rows }) => rows === null);
  const first = isNone ? undefined : made[0];
  drawSectionHeading(
    sheet,
    TITLE,
    first ? deliveryHeight(sheet, first.rows, first.picture) : STYLES.body.leading,
  );
  if (isNone) return drawParagraph(sheet, NO_HANDOVER_TEXT, STYLES.body);
  for (const { printed, rows, picture } of made) {
    ensureHeight(sheet, deliveryHeight(sheet, rows, picture));
    if (rows) delivery(sheet, rows, picture);
    else
      drawParagraph(
        sheet,
        `Versión ${printed.version}, ${nameOf(printed)}: ${NO_HANDOVER_TEXT.toLowerCase()}`,
        STYLES.body,
      );
  }
}
