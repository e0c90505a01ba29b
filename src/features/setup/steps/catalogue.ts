import type { SetupDraft } from '#domain/setup/draft.ts';
import { PROPOSED_EXAMS, PROPOSED_EVALUATION_TYPES } from '#domain/setup/proposals.ts';
import {
  catalogCalls,
  type CatalogCalls,
  type CatalogItem,
} from '#sync/administration/catalog-administration.ts';
import { createMissingRows, fetchCatalogCodes } from '#sync/administration/proposed-rows.ts';
import { CATALOG_TEXTS, type CatalogTexts } from '#sync/messages/catalog-texts.ts';

export type CatalogueRow = SetupDraft['added'][number];

function proposeCatalogue<
  Proposal extends CatalogueRow & { readonly isUsual: boolean },
  Body extends CatalogueRow,
>(
  calls: CatalogCalls<CatalogItem & CatalogueRow, Body>,
  texts: CatalogTexts & { readonly another: string },
  proposals: readonly Proposal[],
  toBody: (row: CatalogueRow, proposed: Proposal | undefined) => Body,
) {
  const bodyOf = ({ code, name }: CatalogueRow) =>
    toBody(
      { code, name },
      proposals.find((one) => one.code === code),
    );
  return {
    proposals,
    texts,
    resource: calls.resource,
    codes: () => fetchCatalogCodes(calls),
    /**
     * Creates the rows that the catalogue lacks.
     * @throws Unreachable, Rejected
     */
    add: (rows: readonly CatalogueRow[]) => createMissingRows(calls, rows.map(bodyOf), texts.couldNotSave),
  };
}

export const PROPOSED_CATALOGUES = {
  types: proposeCatalogue(
    catalogCalls.evaluationTypes,
    { ...CATALOG_TEXTS.evaluationTypes, another: 'Otro tipo' },
    PROPOSED_EVALUATION_TYPES,
    (row, proposed) => ({ ...row, description: proposed?.description ?? null }),
  ),
  exams: proposeCatalogue(
    catalogCalls.exams,
    { ...CATALOG_TEXTS.exams, another: 'Otro examen' },
    PROPOSED_EXAMS,
    (row, proposed) => ({
      ...row,
      description: null,
      sample_type: proposed?.sample ?? null,
      delivery_time: proposed?.delivery ?? null,
      shown_on_concept: proposed?.isShown ?? true,
    }),
  ),
};
