import { Switch } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { ListToolbar, type FilterChip } from '#ui/lists/list-toolbar.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import type { CatalogTexts } from '../texts.ts';
import type { ListFilterControls } from './use-list-state.ts';

interface ToolbarProps {
  words: CatalogTexts;
  filters: ListFilterControls;
  ownerId: string;
  /** True if the rows belong to companies; the toolbar then has a company filter. */
  byCompany: boolean;
}

function useCompanyName(ownerId: string, id: string): string | null {
  const row = useLiveQuery(
    () => (id === '' ? null : createCatalogSource('companies', ownerId).find(id)),
    [ownerId, id],
  );
  return row?.name ?? null;
}

const inactiveRowsLabel = ({ inactive }: CatalogTexts): string => `${inactive.toLowerCase()}s`;

function catalogFilterChips(
  { search, includeInactive, companyId, narrow }: ListFilterControls,
  company: string | null,
  words: CatalogTexts,
) {
  const chips: (FilterChip | null)[] = [
    search === ''
      ? null
      : { key: 'search', label: `Búsqueda: ${search}`, onRemove: () => narrow({ search: '' }) },
    companyId === ''
      ? null
      : {
          key: 'company',
          label: `Empresa: ${company ?? 'elegida'}`,
          onRemove: () => narrow({ companyId: '' }),
        },
    includeInactive
      ? null
      : {
          key: 'active',
          label: `Sin ${inactiveRowsLabel(words)}`,
          onRemove: () => narrow({ includeInactive: true }),
        },
  ];
  return chips.filter((chip) => chip !== null);
}

export function Toolbar({ words, filters, ownerId, byCompany }: ToolbarProps) {
  const company = useCompanyName(ownerId, filters.companyId);
  return (
    <ListToolbar
      searchLabel={words.search}
      placeholder={words.searchFor}
      typed={filters.typed}
      onType={filters.type}
      chips={catalogFilterChips(filters, company, words)}
      onReset={filters.reset}
    >
      {byCompany && (
        <SearchSelect
          {...createCatalogSource('companies', ownerId)}
          label="Empresa"
          noneLabel="Todas las empresas"
          debounce={SEARCH_DEBOUNCE_MS.combobox}
          value={filters.companyId}
          onChange={(companyId) => filters.narrow({ companyId })}
        />
      )}
      <Switch
        label={`Mostrar ${inactiveRowsLabel(words)}`}
        checked={filters.includeInactive}
        onChange={(event) => filters.narrow({ includeInactive: event.currentTarget.checked })}
      />
    </ListToolbar>
  );
}
