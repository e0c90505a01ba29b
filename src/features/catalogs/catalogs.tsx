import { CATALOGS as DEFINITIONS, buildPerCatalog, type CatalogName } from '#contract/catalogs/all.ts';
import type { AnyCatalog } from '#contract/catalogs/catalog.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { Permission } from '#contract/vocabulary.ts';
import { catalogCalls, type CatalogItem } from '#sync/administration/catalog-administration.ts';
import type { IconName } from '#ui/display/icon.tsx';
import { createCatalog, type Catalog } from './catalog-of.tsx';
import { formFieldText, formFieldValue, type CatalogDefinition, type FormField } from './definition.ts';
import { DEFINITION_OVERRIDES } from './kinds/overrides.tsx';
import { TextOrDash } from './optional.tsx';
import { catalogTextsOf } from './texts.ts';

type Definition = CatalogDefinition<CatalogItem, object>;

/** Returns the icon of a catalogue. The compiler rejects a definition whose icon does not exist. */
const iconOf = (name: CatalogName): IconName => DEFINITIONS[name].icon;

function createCatalogScreens(definition: AnyCatalog, name: CatalogName): Catalog {
  const { key, path, page = path.slice(1), param, write, storesFilters } = definition;
  const fields = Object.entries(definition.fields).map(([field, facts]): FormField => ({
    ...facts,
    name: field,
  }));
  const valuesOf = (item: CatalogItem | null) =>
    Object.fromEntries(fields.map((field) => [field.name, formFieldValue(field, item)]));
  const textOf = (field: FormField, item: CatalogItem) => formFieldText(field, valuesOf(item), item);
  const below = fields.find(({ isBelowName }) => isBelowName);
  const own = DEFINITION_OVERRIDES[name] as Partial<Definition> | undefined;
  const columns = fields
    .filter(({ isColumn }) => isColumn)
    .map((field) => ({
      label: field.label,
      cell: (item: CatalogItem) => <TextOrDash text={textOf(field, item)} />,
    }));
  return createCatalog<CatalogItem, object>({
    key: key as Definition['key'],
    route: page,
    param,
    needs: write,
    icon: iconOf(name),
    words: catalogTextsOf(definition),
    // P9 gives the lists whose filters the device stores a longer delay.
    debounce: storesFilters ? SEARCH_DEBOUNCE_MS.list : SEARCH_DEBOUNCE_MS.filter,
    keeps: storesFilters ? (key as Definition['keeps']) : null,
    calls: catalogCalls[name] as unknown as Definition['calls'],
    body: definition.Body,
    fields,
    valuesOf,
    under: (item) => (below ? textOf(below, item) : ''),
    ...own,
    columns: [...columns, ...(own?.columns ?? [])],
  });
}

const catalogsByName = buildPerCatalog(createCatalogScreens);

/** Catalogues in the order of P2. */
export const CATALOGS: readonly Catalog[] = (Object.keys(DEFINITIONS) as CatalogName[]).map(
  (name) => catalogsByName[name],
);

export const allowedCatalogs = (actions: readonly Permission[]): readonly Catalog[] =>
  CATALOGS.filter(({ needs }) => actions.includes(needs));
