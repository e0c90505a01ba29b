import { NOT_RECORDED } from '#domain/evaluation/decisions.ts';
import { handedItemsText } from '#domain/evaluation/receipt.ts';
import type { SignedVersionContent } from '../../closing/closing.ts';
import type { PrintedVersion, ReportInput } from '../input/input.ts';
import { type Fact, facts, factsHeight } from '../paper/facts.ts';
import { SIGNATURE_SIZE, loneFigure, loneHeight } from '../paper/pictures.ts';
import { entry, section } from '../paper/section.ts';
import { type Sheet, ensure } from '../paper/sheet.ts';
import { STYLES } from '../paper/style.ts';
import { paragraph } from '../paper/text.ts';
import { documentOf, moment, names, said } from './words.ts';

/** Returns `N.º BOG-2026-000123`; a version signed before documents had numbers is named by its version number. */
const nameOf = ({ version, number }: { version: number; number: string | null }): string =>
  number === null ? `la versión ${version}, sin número` : `N.º ${number}`;

/**
 * Returns the version that the printed one replaces, as it was signed; older signed versions do not contain it and take it from
 * the tables.
 */
function replacedBy({
  closing,
  versions,
}: ReportInput): NonNullable<SignedVersionContent['replaces']> | null {
  if (closing.replaces !== undefined) return closing.replaces;
  return versions.find(({ version }) => version === closing.version - 1) ?? null;
}

/**
 * Returns the replaced number, without the reason, for the concept that the employer reads; null when no version was replaced.
 */
export function replacedNumber(input: ReportInput): string | null {
  const replaced = replacedBy(input);
  if (replaced === null) return null;
  return replaced.number === null
    ? `Reemplaza a la versión ${replaced.version}`
    : `Reemplaza al N.º ${replaced.number}`;
}

/** Returns the reason, user and time of a reopening. */
function reopening({ reopened }: PrintedVersion): { reason: string; by: string } {
  if (!reopened) return { reason: NOT_RECORDED, by: '' };
  return {
    reason: said(reopened.reason, NOT_RECORDED),
    by: `\nReabierta por ${reopened.by}, ${moment(reopened.at)}.`,
  };
}

/** Returns the sentence about the versions that are older than the first printed one. */
function leftOut(first: number): string {
  const which = first === 2 ? 'La versión 1 está' : `Las versiones 1 a ${first - 1} están`;
  return `${which} en el registro electrónico.`;
}

/**
 * Prints each version up to the printed one, with the number that it replaces and the reason for reopening the replaced
 * version.
 */
export function replacements(sheet: Sheet, { versions }: ReportInput): void {
  const [first] = versions;
  if (versions.length > 1 && first && first.version > 1)
    paragraph(sheet, leftOut(first.version), STYLES.small, { after: 2 });
  for (const [nth, replaced] of versions.entries()) {
    const next = versions[nth + 1];
    if (!next) continue;
    const { reason, by } = reopening(replaced);
    entry(sheet, 'H3', {
      title: `Versión ${next.version}  ·  ${nameOf(next)}  ·  ${moment(next.closed_at)}`,
      text: `Reemplaza a ${nameOf(replaced)}, motivo: ${reason}${by}`,
    });
  }
}

const TITLE = '6. Entrega al trabajador';
const NONE = 'Sin entrega registrada en el sistema.';

/** Returns no fact when the evaluation has only one version. */
const versionFact = (printed: PrintedVersion, { versions }: ReportInput): Fact[] =>
  versions.length > 1 ? [{ label: 'Versión', value: `${printed.version}  ·  ${nameOf(printed)}` }] : [];

function deliveryRows(printed: PrintedVersion, input: ReportInput): Fact[][] | null {
  const { receipt } = printed;
  if (!receipt) return null;
  const { patient } = receipt;
  return [
    [...versionFact(printed, input), { label: 'Se entregó', value: handedItemsText(receipt.items) }],
    [
      { label: 'Recibió', value: `${names(patient)}, ${documentOf(patient)}`, span: 2 },
      { label: 'Fecha y hora', value: moment(receipt.at) },
      { label: 'Entregó', value: receipt.handed_by },
    ],
  ];
}

type Signatures = ReadonlyMap<number, Buffer>;

function delivery(sheet: Sheet, rows: Fact[][], picture: Buffer | undefined): void {
  facts(sheet, rows);
  if (picture) loneFigure(sheet, picture, SIGNATURE_SIZE, 'Firma de quien recibió');
}

/** Returns the height of a delivery in points, used to keep its signature on the page of its facts. */
const deliveryHeight = (sheet: Sheet, rows: Fact[][] | null, picture: Buffer | undefined): number =>
  rows === null ? STYLES.body.leading : factsHeight(sheet, rows) + (picture ? loneHeight(SIGNATURE_SIZE) : 0);

/** Prints the deliveries of all versions. A delivery that was signed on the paper concept is not included. */
export function deliveries(sheet: Sheet, input: ReportInput, signatures: Signatures): void {
  const { versions } = input;
  const made = versions.map((printed) => ({
    printed,
    rows: deliveryRows(printed, input),
    picture: signatures.get(printed.version),
  }));
  const isNone = made.every(({ rows }) => rows === null);
  const first = isNone ? undefined : made[0];
  section(sheet, TITLE, first ? deliveryHeight(sheet, first.rows, first.picture) : STYLES.body.leading);
  if (isNone) return paragraph(sheet, NONE, STYLES.body);
  for (const { printed, rows, picture } of made) {
    ensure(sheet, deliveryHeight(sheet, rows, picture));
    if (rows) delivery(sheet, rows, picture);
    else
      paragraph(sheet, `Versión ${printed.version}, ${nameOf(printed)}: ${NONE.toLowerCase()}`, STYLES.body);
  }
}
