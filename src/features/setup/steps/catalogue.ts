import type { EvaluationTypeBody } from '#contract/catalogs/evaluation-types.ts';
import type { ExamBody } from '#contract/catalogs/exams.ts';
import type { SetupDraft } from '#domain/setup/draft.ts';
import { PROPOSED_EXAMS, PROPOSED_EVALUATION_TYPES } from '#domain/setup/proposals.ts';
import { catalogCalls } from '#sync/administration/catalog-administration.ts';
import {
  createMissingRows,
  fetchCatalogCodes,
  type RowCreationOutcome,
} from '#sync/administration/proposed-rows.ts';

export type CatalogueRow = SetupDraft['added'][number];

export interface ProposedCatalogue {
  readonly step: 'types' | 'exams';
  readonly proposals: readonly (CatalogueRow & { readonly isUsual: boolean })[];
  readonly codes: () => Promise<ReadonlySet<string>>;
  /**
   * Creates the rows that the catalogue lacks.
   * @throws Unreachable, Rejected
   */
  readonly add: (rows: readonly CatalogueRow[]) => Promise<RowCreationOutcome>;
  readonly couldNotSave: string;
  readonly couldNotList: string;
  readonly another: string;
}

const SAVE_FAILED_TEXTS = {
  types: 'No se pudo guardar el tipo de evaluación.',
  exams: 'No se pudo guardar el examen.',
} as const;

const createTypeBody = ({ code, name }: CatalogueRow): EvaluationTypeBody => ({
  code,
  name,
  description: PROPOSED_EVALUATION_TYPES.find((one) => one.code === code)?.description ?? null,
});

function createExamBody({ code, name }: CatalogueRow): ExamBody {
  const proposed = PROPOSED_EXAMS.find((one) => one.code === code);
  return {
    code,
    name,
    description: null,
    sample_type: proposed?.sample ?? null,
    delivery_time: proposed?.delivery ?? null,
    shown_on_concept: proposed?.isShown ?? true,
  };
}

export const PROPOSED_CATALOGUES: Readonly<Record<'types' | 'exams', ProposedCatalogue>> = {
  types: {
    step: 'types',
    proposals: PROPOSED_EVALUATION_TYPES,
    codes: () => fetchCatalogCodes(catalogCalls.evaluationTypes),
    add: (rows) =>
      createMissingRows(catalogCalls.evaluationTypes, rows.map(createTypeBody), SAVE_FAILED_TEXTS.types),
    couldNotSave: SAVE_FAILED_TEXTS.types,
    couldNotList: 'No se pudieron cargar los tipos de evaluación.',
    another: 'Otro tipo',
  },
  exams: {
    step: 'exams',
    proposals: PROPOSED_EXAMS,
    codes: () => fetchCatalogCodes(catalogCalls.exams),
    add: (rows) => createMissingRows(catalogCalls.exams, rows.map(createExamBody), SAVE_FAILED_TEXTS.exams),
    couldNotSave: SAVE_FAILED_TEXTS.exams,
    couldNotList: 'No se pudieron cargar los exámenes.',
    another: 'Otro examen',
  },
};

export const saveLabel = (count: number): string => {
  if (count === 0) return 'Seguir';
  return count === 1 ? 'Guardar uno y seguir' : `Guardar los ${count} y seguir`;
};
