import { Select, type SelectProps } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CACHE_LIFETIME_MS, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { findActiveCompanies } from '#sync/administration/catalogs/catalog-administration.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { catalogsQueryKey } from '#components/records/catalogs-query-key.ts';
import { useComboboxLabel } from '#ui/fields/combobox-label.tsx';
import { usePausedValue } from '#ui/hooks/use-paused-value.ts';
import { useCatalogScreen } from '../catalog-screen.ts';

interface CompanySelectProps extends Omit<SelectProps, 'value' | 'data'> {
  label: string;
  value?: string;
  /** Name of the selected company, which is needed because the list contains only active companies. */
  chosenName: string;
}

const useActiveCompanies = (ownerId: string, search: string) =>
  useQuery({
    queryKey: [...catalogsQueryKey(ownerId), 'companies', 'active', search],
    queryFn: () => findActiveCompanies(search),
    staleTime: CACHE_LIFETIME_MS.default,
    placeholderData: keepPreviousData,
  });

/** Returns at most a hundred active companies (P9). If there are more, the server searches for the typed text. */
function useCompanyChoices(ownerId: string, typed: string) {
  const search = usePausedValue(typed, SEARCH_DEBOUNCE_MS.combobox);
  const all = useActiveCompanies(ownerId, '');
  const isWhole = !all.data || all.data.total_count <= all.data.items.length;
  const found = useActiveCompanies(ownerId, isWhole ? '' : search);
  const isEmpty = all.data?.total_count === 0;
  return { companies: found.data?.items ?? [], isWhole, isEmpty, failure: found.error };
}

export function CompanySelect({ label, value = '', chosenName, error, ...props }: CompanySelectProps) {
  const { ownerId, linkTo } = useCatalogScreen();
  const labelled = useComboboxLabel(label);
  const [typed, setTyped] = useState('');
  const { companies, isWhole, isEmpty, failure } = useCompanyChoices(ownerId, typed);
  const isMissing = value !== '' && !companies.some(({ id }) => id === value);
  return (
    <Select
      {...props}
      {...labelled}
      required
      searchable
      allowDeselect={false}
      autoComplete="off"
      spellCheck={false}
      description={
        isEmpty &&
        value === '' && (
          <>
            Todavía no hay empresas activas, y toda sede pertenece a una.{' '}
            <Link to={linkTo('companies', 'new')}>Crea primero la empresa</Link>
          </>
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="Elige la empresa"
      data={[
        ...(isMissing ? [{ value, label: chosenName }] : []),
        ...companies.map(({ id, name, code }) => ({ value: id, label: `${name} · ${code}` })),
      ]}
      {...(!isWhole && { filter: ({ options }) => options })}
      limit={100}
      withScrollArea={false}
      value={value || null}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error ?? (failure && failureText(failure, 'No se pudieron cargar las empresas.'))}
      nothingFoundMessage={
        isEmpty ? 'Todavía no hay empresas activas.' : 'Sin resultados. Revisa lo escrito.'
      }
    />
  );
}
