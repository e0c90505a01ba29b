import type { Letterhead } from './input.ts';

type OfficeDocumentSection = { readonly title: string } & (
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'table';
      /** `share` is the column's share of the width; all shares add up to 1. */
      readonly columns: readonly { readonly title: string; readonly share: number }[];
      readonly rows: readonly (readonly string[])[];
    }
);

/**
 * Document of the office, without clinical data, such as the attendance of a company. The caller writes all texts. Contains only
 * plain data, because it is sent to a worker thread.
 */
export interface OfficeDocument {
  readonly title: string;
  readonly branding: Letterhead;
  /** Time of the document, as ISO instant. */
  readonly createdAt: string;
  readonly foot: string;
  /** Rows of labelled values below the title. A value is never empty. */
  readonly facts: readonly (readonly { readonly label: string; readonly value: string }[])[];
  readonly sections: readonly OfficeDocumentSection[];
}
