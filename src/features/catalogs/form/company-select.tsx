import { Select, type ComboboxItem } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Company } from '#contract/catalogs/companies.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { useComboboxLabel } from '#ui/fields/combobox-label.tsx';
import { useActiveCompanies } from '../queries.ts';
import { useCatalogLink } from '../use-catalog-link.ts';

interface CompanySelectProps {
  className: string;
  label: string;
  ownerId: string;
  value: string;
  /** Name of the selected company, which is needed because the list contains only active companies. */
  chosenName: string;
  error: ReactNode;
  onChange: (id: string) => void;
}

const toCompanyOptions = (
  companies: readonly Company[],
  value: string,
  chosenName: string,
): ComboboxItem[] => {
  const items = companies.map(({ id, name, code }) => ({ value: id, label: `${name} · ${code}` }));
  const isMissing = value !== '' && !companies.some(({ id }) => id === value);
  return isMissing ? [{ value, label: chosenName }, ...items] : items;
};

/** Returns at most a hundred active companies (P9). If there are more, the server searches for the typed text. */
function useCompanyChoices(ownerId: string, typed: string) {
  const [search] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS.combobox);
  const all = useActiveCompanies(ownerId, '');
  const isWhole = !all.data || all.data.total_count <= all.data.items.length;
  const found = useActiveCompanies(ownerId, isWhole ? '' : search);
  const isEmpty = all.data?.total_count === 0;
  return { companies: found.data?.items ?? [], isWhole, isEmpty, error: found.error };
}

function NoCompanyHint() {
  const linkTo = useCatalogLink();
  return (
    <>
      Todavía no hay empresas activas, y toda sede pertenece a una.{' '}
      <Link to={linkTo('companies', 'new')}>Crea primero la empresa</Link>
    </>
  );
}

export function CompanySelect(props: CompanySelectProps) {
  const { className, label, ownerId, value, chosenName, error, onChange } = props;
  const labelled = useComboboxLabel(label);
  const [typed, setTyped] = useState('');
  const { companies, isWhole, isEmpty, error: failure } = useCompanyChoices(ownerId, typed);
  return (
    <Select
      {...labelled}
      className={className}
      required
      searchable
      allowDeselect={false}
      autoComplete="off"
      spellCheck={false}
      description={isEmpty && value === '' && <NoCompanyHint />}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="Elige la empresa"
      data={toCompanyOptions(companies, value, chosenName)}
      {...(!isWhole && { filter: ({ options }) => options })}
      limit={100}
      withScrollArea={false}
      value={value || null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => onChange(id ?? '')}
      error={error ?? (failure && failureText(failure, 'No se pudieron cargar las empresas.'))}
      nothingFoundMessage={
        isEmpty ? 'Todavía no hay empresas activas.' : 'Sin resultados. Revisa lo escrito.'
      }
      data-path="company_id"
    />
  );
}
