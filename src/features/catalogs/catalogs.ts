import { CATALOGS as DEFINITIONS, buildPerCatalog, type CatalogName } from '#contract/catalogs/all.ts';
import type { AnyCatalog } from '#contract/catalogs/catalog.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { catalogCalls, type CatalogItem } from '#sync/administration/catalogs/catalog-administration.ts';
import { CATALOG_TEXTS } from '#sync/messages/catalog-texts.ts';
import { formFieldText, formFieldValue, type CatalogDefinition, type CatalogParts } from './definition.ts';
import { DEFINITION_OVERRIDES } from './kinds/overrides.ts';

function createCatalog(definition: AnyCatalog, name: CatalogName): CatalogDefinition {
  const { key, path, page = path.slice(1), param, write, storesFilters } = definition;
  const fields = Object.entries(definition.fields).map(([field, facts]) => ({ ...facts, name: field }));
  const valuesOf = (item: CatalogItem | null) =>
    Object.fromEntries(fields.map((field) => [field.name, formFieldValue(field, item)]));
  const textOf = (field: (typeof fields)[number]) => (item: CatalogItem) =>
    formFieldText(field, valuesOf(item), item);
  const below = fields.find(({ isBelowName }) => isBelowName);
  const own = DEFINITION_OVERRIDES[name] as Partial<CatalogParts> | undefined;
  const columns = fields
    .filter(({ isColumn }) => isColumn)
    .map((field) => ({ label: field.label, text: textOf(field) }));
  return {
    key: key as CatalogDefinition['key'],
    route: page,
    param,
    needs: write,
    // The compiler rejects a definition whose icon does not exist.
    icon: DEFINITIONS[name].icon,
    words: CATALOG_TEXTS[name],
    // P9 sets a longer delay for the lists whose filters the device stores.
    debounce: storesFilters ? SEARCH_DEBOUNCE_MS.list : SEARCH_DEBOUNCE_MS.filter,
    keeps: storesFilters ? (key as CatalogDefinition['keeps']) : null,
    calls: catalogCalls[name] as unknown as CatalogDefinition['calls'],
    body: definition.Body,
    fields,
    valuesOf,
    under: below ? textOf(below) : () => '',
    ...own,
    columns: [...columns, ...(own?.columns ?? [])],
  };
}

/** Catalogues in the order of P2. */
export const CATALOG_DEFINITIONS: readonly CatalogDefinition[] = Object.values(
  buildPerCatalog(createCatalog),
);
