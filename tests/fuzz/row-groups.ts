import { type CatalogName, buildPerCatalog } from '#contract/catalogs/all.ts';

const CUSTOM_ROW_GROUPS: Partial<Record<CatalogName, string>> = {
  evaluationTypes: 'types',
  companies: 'companies',
  branches: 'branches',
  exams: 'exams',
  doctors: 'doctors',
  notePhrases: 'phrases',
  additionalFields: 'fields',
};

/** Group of each catalogue's rows in `World.names`; the world has no rows of other catalogues. */
export const ROW_GROUP_BY_CATALOG = buildPerCatalog(({ key }, name) => CUSTOM_ROW_GROUPS[name] ?? key);
