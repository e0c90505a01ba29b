import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { createCompanyFilterSource } from '#sync/catalogs/catalog-source.ts';
import type { ExpectedListsFilter } from '#sync/expected/expected-lists.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { DayField } from '#ui/fields/day-field.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import './lists-filter-card.css';

interface ListsFilterCardProps {
  account: Account;
  address: ExpectedListsFilter;
  onChange: (patch: Partial<Omit<ExpectedListsFilter, 'page'>>) => void;
  onClear: () => void;
  /** Further filters. */
  children?: ReactNode;
}

/** Filters by company and days. */
export const ListsFilterCard = ({ account, address, onChange, onClear, children }: ListsFilterCardProps) => (
  <Card>
    <search className="expected-filters" aria-label="Filtros">
      <SearchSelect
        {...createCompanyFilterSource(account.userId)}
        label="Empresa"
        noneLabel="Todas las empresas"
        value={address.companyId}
        onChange={(companyId) => onChange({ companyId })}
      />
      <DayField
        label="Desde"
        value={address.from}
        max={address.to || undefined}
        onChange={(from) => onChange({ from })}
      />
      <DayField
        label="Hasta"
        value={address.to}
        min={address.from || undefined}
        onChange={(to) => onChange({ to })}
      />
      {children}
      <Button onClick={onClear}>Limpiar filtros</Button>
    </search>
  </Card>
);
