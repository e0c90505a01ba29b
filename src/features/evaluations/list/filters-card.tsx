import { Button, Checkbox, TextInput } from '@mantine/core';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { EVALUATION_STATUSES, EVALUATION_STATUS_LABELS } from '#contract/vocabulary.ts';
import { companyFilterSource } from '#sync/catalogs/catalog-source.ts';
import { Card } from '#ui/display/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { toggleStatus } from './address.ts';
import { DayField } from '#ui/fields/day-field.tsx';
import type { Filters } from './use-filters.ts';
import './filters-card.css';

function Statuses({ statuses, change }: Pick<Filters, 'statuses' | 'change'>) {
  const isLast = (checked: boolean) => checked && statuses.length === 1;
  return (
    <fieldset className="list-statuses">
      <legend>Estado</legend>
      {EVALUATION_STATUSES.map((status) => {
        const checked = statuses.includes(status);
        return (
          <Checkbox
            classNames={{ body: 'list-status-body', label: 'list-status-label' }}
            key={status}
            label={EVALUATION_STATUS_LABELS[status]}
            checked={checked}
            // Still reachable and readable: it only cannot be taken away.
            aria-disabled={isLast(checked) || undefined}
            onChange={() => change({ statuses: toggleStatus(statuses, status) })}
          />
        );
      })}
    </fieldset>
  );
}

/** Search, states, days and employer: each change asks again from the first page. */
export function FiltersCard({ filters, ownerId }: { filters: Filters; ownerId: string }) {
  const { typed, type, from, to, companyId, change, clear } = filters;
  return (
    <Card>
      <search className="list-filters" aria-label="Filtros">
        <TextInput
          className="list-search"
          label="Buscar paciente"
          placeholder="Documento o nombres"
          leftSection={<Icon name="search" />}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <DayField
          label="Desde"
          value={from}
          max={to || undefined}
          onChange={(day) => change({ from: day })}
        />
        <DayField
          label="Hasta"
          value={to}
          min={from || undefined}
          error={from !== '' && to !== '' && to < from ? 'Es anterior a «Desde».' : undefined}
          onChange={(day) => change({ to: day })}
        />
        <div className="list-company">
          <SearchSelect
            {...companyFilterSource(ownerId)}
            label="Empresa empleadora"
            noneLabel="Todas las empresas"
            debounce={SEARCH_DEBOUNCE_MS.filter}
            value={companyId}
            onChange={(id) => change({ companyId: id })}
          />
        </div>
        <Statuses statuses={filters.statuses} change={change} />
        <Button onClick={clear}>Limpiar filtros</Button>
      </search>
    </Card>
  );
}
