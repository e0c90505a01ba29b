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

/**
 * Row group of each catalogue in `FuzzWorld.names`. For a catalogue without an entry in CUSTOM_ROW_GROUPS, the group is the
 * catalogue's key, and the world has no rows of this group.
 */
export const ROW_GROUP_BY_CATALOG = buildPerCatalog(({ key }, name) => CUSTOM_ROW_GROUPS[name] ?? key);
