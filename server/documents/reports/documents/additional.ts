import { trimToVisibleLine } from '#contract/fold.ts';
import { additionalValueText } from '#domain/additional/value-text.ts';
import type { SignedVersionContent } from '../../../schema/evaluation/signed-version.ts';
import type { Sheet } from '../layout/sheet.ts';
import { TEXT_STYLES } from '../layout/style.ts';
import { TABLE_MIN_HEIGHT, drawTable } from '../layout/table.ts';
import { drawHeading } from '../layout/text.ts';
import { drawSectionHeading } from '../layout/section.ts';

const ADDITIONAL_TITLE = 'Datos adicionales';

/** Value of an additional field as documents print it. */
export interface PrintedAdditionalField {
  readonly label: string;
  readonly value: string;
}

type SignedAdditionalFields = NonNullable<SignedVersionContent['additional_fields']>;

/** Returns the fields that a document prints, in the order of the form, each value as one line of text. */
export const printedAdditionalFields = (
  { additional_fields: fields = [] }: SignedVersionContent,
  document: 'on_history' | 'on_concept',
): PrintedAdditionalField[] =>
  fields
    .filter((field: SignedAdditionalFields[number]) => field[document])
    .map(({ name, kind, value }) => ({
      label: name,
      value: trimToVisibleLine(additionalValueText(kind, value)),
    }));

const ADDITIONAL_FIELD_COLUMNS = [
  { title: 'Dato', share: 0.34 },
  { title: 'Valor', share: 0.66 },
] as const;

const drawAdditionalFields = (sheet: Sheet, fields: readonly PrintedAdditionalField[]): void =>
  drawTable(
    sheet,
    ADDITIONAL_FIELD_COLUMNS,
    fields.map(({ label, value }) => [label, value]),
  );

/** Draws the section of the concept with the additional fields. Draws nothing if no fields are given. */
export function printConceptAdditionalFields(sheet: Sheet, fields: readonly PrintedAdditionalField[]): void {
  if (fields.length === 0) return;
  drawSectionHeading(sheet, ADDITIONAL_TITLE, TABLE_MIN_HEIGHT);
  drawAdditionalFields(sheet, fields);
}

/** Draws the part of a section of the clinical history with the additional fields. Draws nothing if no fields are given. */
export function printHistoryAdditionalFields(sheet: Sheet, fields: readonly PrintedAdditionalField[]): void {
  if (fields.length === 0) return;
  const place = { keep: TABLE_MIN_HEIGHT, before: 3, after: 1 };
  drawHeading(sheet, 'H3', { text: ADDITIONAL_TITLE, style: TEXT_STYLES.item }, place);
  drawAdditionalFields(sheet, fields);
}
