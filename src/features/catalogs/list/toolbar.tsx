import { Switch } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { CatalogFilters } from '#domain/catalog/filters.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { ListToolbar } from '#ui/lists/list-toolbar.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { useCatalogScreen } from '../catalog-screen.ts';
import type { ListFilterControls } from './use-list-state.ts';

export function CatalogToolbar({ filters }: { filters: ListFilterControls }) {
  const { catalog, ownerId } = useCatalogScreen();
  const { words } = catalog;
  const { search, companyId, includeInactive, narrow } = filters;
  const companies = createCatalogSource('companies', ownerId);
  const company = useLiveQuery(
    () => (companyId === '' ? null : companies.find(companyId)),
    [ownerId, companyId],
  );
  const inactive = `${words.inactive.toLowerCase()}s`;
  const chip = (label: string, without: Partial<CatalogFilters>) => ({
    key: label,
    label,
    onRemove: () => narrow(without),
  });
  const chips = [
    search !== '' && chip(`Búsqueda: ${search}`, { search: '' }),
    companyId !== '' && chip(`Empresa: ${company?.name ?? 'elegida'}`, { companyId: '' }),
    !includeInactive && chip(`Sin ${inactive}`, { includeInactive: true }),
  ];
  return (
    <ListToolbar
      searchLabel={words.search}
      placeholder={words.searchFor}
      typed={filters.typed}
      onType={filters.type}
      chips={chips.filter((one) => one !== false)}
      onReset={filters.reset}
    >
      {catalog.key === 'branches' && (
        <SearchSelect
          {...companies}
          label="Empresa"
          noneLabel="Todas las empresas"
          debounce={SEARCH_DEBOUNCE_MS.combobox}
          value={companyId}
          onChange={(id) => narrow({ companyId: id })}
        />
      )}
      <Switch
        label={`Mostrar ${inactive}`}
        checked={includeInactive}
        onChange={(event) => narrow({ includeInactive: event.currentTarget.checked })}
      />
    </ListToolbar>
  );
}
