import type { SetupDraft } from '#domain/setup/draft.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { PROPOSED_EVALUATION_TYPES, PROPOSED_EXAMS, PROPOSED_PACKAGES } from '#domain/setup/proposals.ts';
import {
  catalogCalls,
  type CatalogCalls,
  type CatalogItem,
} from '#sync/administration/catalogs/catalog-administration.ts';
import {
  createMissingPackages,
  createMissingRows,
  fetchCatalogCodes,
  fetchCodesOfPackagedTypes,
  type RowCreationOutcome,
} from '#sync/administration/catalogs/proposed-rows.ts';
import { CATALOG_TEXTS, type CatalogTexts } from '#sync/messages/catalog-texts.ts';

export type CatalogueRow = SetupDraft['added'][number];
/** `note`: text next to the name; by default the code. */
export type ListedRow = CatalogueRow & { readonly note?: string };

/** Rows that the set-up proposes for one catalogue. */
export interface ProposedCatalogue {
  readonly resource: string;
  readonly proposals: readonly (ListedRow & { readonly isUsual: boolean })[];
  /** True if a clinic needs at least one row. */
  readonly isRequired: boolean;
  readonly texts: Pick<CatalogTexts, 'couldNotSave' | 'couldNotList'> & {
    /** Button that adds another row; null if there are only the proposed rows. */
    readonly another: string | null;
    readonly noun: readonly [one: string, many: string];
  };
  /** Codes of all existing rows. */
  readonly codes: () => Promise<ReadonlySet<string>>;
  /**
   * Creates the rows that the catalogue lacks.
   * @throws Unreachable, Rejected
   */
  readonly add: (rows: readonly CatalogueRow[]) => Promise<RowCreationOutcome>;
}

function proposeCatalogue<
  Proposal extends CatalogueRow & { readonly isUsual: boolean },
  Body extends CatalogueRow,
>(
  calls: CatalogCalls<CatalogItem & CatalogueRow, Body>,
  texts: ProposedCatalogue['texts'],
  proposals: readonly Proposal[],
  toBody: (row: CatalogueRow, proposed: Proposal | undefined) => Body,
): ProposedCatalogue {
  const bodyOf = ({ code, name }: CatalogueRow) =>
    toBody(
      { code, name },
      proposals.find((one) => one.code === code),
    );
  return {
    proposals,
    texts,
    isRequired: true,
    resource: calls.resource,
    codes: () => fetchCatalogCodes(calls),
    add: (rows) => createMissingRows(calls, rows.map(bodyOf), texts.couldNotSave),
  };
}

const PACKAGES_NOT_SAVED_TEXT = 'No se pudieron guardar los paquetes.';

const packages: ProposedCatalogue = {
  resource: 'exam-packages',
  proposals: PROPOSED_PACKAGES.map(({ type, exams }) => ({
    code: type,
    name: PROPOSED_EVALUATION_TYPES.find(({ code }) => code === type)?.name ?? type,
    note: exams.join(', '),
    isUsual: true,
  })),
  isRequired: false,
  texts: {
    couldNotSave: PACKAGES_NOT_SAVED_TEXT,
    couldNotList: 'No se pudieron cargar los paquetes.',
    another: null,
    noun: ['paquete', 'paquetes'],
  },
  codes: fetchCodesOfPackagedTypes,
  add: (rows) =>
    createMissingPackages(
      PROPOSED_PACKAGES.filter(({ type }) => rows.some(({ code }) => code === type)),
      PACKAGES_NOT_SAVED_TEXT,
    ),
};

/** Returns the summary of a list: the number of rows to create; if there are none, of the existing ones. */
export function formatRowCount(
  { texts: { noun } }: ProposedCatalogue,
  toMake: number,
  existing: number,
): string {
  if (toMake > 0 || existing === 0) return `${formatCountWithNoun(toMake, ...noun)} por crear`;
  return `${formatCountWithNoun(existing, ...noun)} en tu catálogo`;
}

export const PROPOSED_CATALOGUES = {
  types: proposeCatalogue(
    catalogCalls.evaluationTypes,
    { ...CATALOG_TEXTS.evaluationTypes, another: 'Otro tipo', noun: ['tipo', 'tipos'] },
    PROPOSED_EVALUATION_TYPES,
    (row, proposed) => ({ ...row, description: proposed?.description ?? null }),
  ),
  exams: proposeCatalogue(
    catalogCalls.exams,
    { ...CATALOG_TEXTS.exams, another: 'Otro examen', noun: ['examen', 'exámenes'] },
    PROPOSED_EXAMS,
    (row, proposed) => ({
      ...row,
      description: null,
      sample_type: proposed?.sample ?? null,
      delivery_time: proposed?.delivery ?? null,
      shown_on_concept: proposed?.isShown ?? true,
    }),
  ),
  packages,
} as const;
