import { OPTIONS_LIMIT_DEFAULT } from '#contract/limits.ts';
import { foldText, matchesFolded, searchWords } from '#domain/text/fold.ts';
import { catalogRow, searchCatalog, type CatalogRow } from '#storage/catalogs.ts';

type Resource = 'evaluation-types' | 'companies' | 'exams' | 'doctors';

/** A catalogue's row as a field of choice shows it. */
export interface CatalogChoice {
  readonly id: string;
  readonly name: string;
  /** Code, and city of a company; licence and specialty of a doctor. */
  readonly aside: string;
  readonly recent: boolean;
}

const toChoice = ({ id, name, code, detail, recent }: CatalogRow): CatalogChoice => ({
  id,
  name,
  aside: [code, detail].filter(Boolean).join(' · '),
  recent,
});

/** The device's catalogue behind a field of choice (R1): `source` names it, for whoever holds on to what was found. */
export const catalogSource = (resource: Resource, ownerId: string) => ({
  source: `${resource} ${ownerId}`,
  search: async (query: string): Promise<CatalogChoice[]> =>
    (await searchCatalog(resource, query, { ownerId, limit: OPTIONS_LIMIT_DEFAULT })).map(toChoice),
  find: async (id: string): Promise<CatalogChoice | null> => {
    const row = await catalogRow(resource, id);
    return row && toChoice(row);
  },
  fits: ({ name, aside }: Pick<CatalogChoice, 'name' | 'aside'>, query: string): boolean =>
    matchesFolded(foldText(`${name} ${aside}`), searchWords(query)),
});
