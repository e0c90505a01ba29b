import { Button } from '@mantine/core';
import { useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { ALL_COMPANIES, hasCompanyFilter, type FiguresQuery } from '#sync/reads/dashboard.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import './company-filter.css';

export interface CompanyFilterProps {
  ownerId: string;
  question: FiguresQuery;
  onChange: (question: FiguresQuery) => void;
}

const COMPANY_FILTER_FIELDS = [
  { name: 'employer_company_id', label: 'Empresa empleadora' },
  { name: 'contractor_company_id', label: 'Empresa contratista' },
] as const;

/**
 * Filters the figures by employer and contractor (P7). Hidden until the user opens it, but always visible while a filter is
 * set.
 */
export function CompanyFilter({ ownerId, question, onChange }: CompanyFilterProps) {
  const [opened, setOpened] = useState(false);
  const narrowed = hasCompanyFilter(question);
  const toggleMenu = () => {
    setOpened(!opened && !narrowed);
    onChange(ALL_COMPANIES);
  };
  return (
    <div className="figures-filter">
      <Button variant="subtle" size="compact-md" aria-expanded={opened || narrowed} onClick={toggleMenu}>
        {opened || narrowed ? 'Quitar filtro' : 'Filtrar por empresa'}
      </Button>
      {(opened || narrowed) && (
        <search className="figures-filter-fields" aria-label="Filtro de las métricas">
          {COMPANY_FILTER_FIELDS.map(({ name, label }) => (
            <SearchSelect
              key={name}
              {...createCatalogSource('companies', ownerId)}
              label={label}
              noneLabel="Todas las empresas"
              debounce={SEARCH_DEBOUNCE_MS.combobox}
              value={question[name]}
              onChange={(id) => onChange({ ...question, [name]: id })}
            />
          ))}
        </search>
      )}
    </div>
  );
}
