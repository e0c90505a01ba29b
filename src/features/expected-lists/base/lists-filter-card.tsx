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
  filters: {
    readonly address: ExpectedListsFilter;
    readonly change: (patch: Partial<Omit<ExpectedListsFilter, 'page'>>) => void;
    readonly clear: () => void;
  };
  /** Further filters. */
  children?: ReactNode;
}

/** Filters by company and days. */
export const ListsFilterCard = ({
  account,
  filters: { address, change, clear },
  children,
}: ListsFilterCardProps) => (
  <Card>
    <search className="expected-filters" aria-label="Filtros">
      <SearchSelect
        {...createCompanyFilterSource(account.userId)}
        label="Empresa"
        noneLabel="Todas las empresas"
        value={address.companyId}
        onChange={(companyId) => change({ companyId })}
      />
      <DayField
        label="Desde"
        value={address.from}
        max={address.to || undefined}
        onChange={(from) => change({ from })}
      />
      <DayField
        label="Hasta"
        value={address.to}
        min={address.from || undefined}
        onChange={(to) => change({ to })}
      />
      {children}
      <Button onClick={clear}>Limpiar filtros</Button>
    </search>
  </Card>
);
