import { Button, Checkbox, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { EVALUATION_STATUSES, EVALUATION_STATUS_LABELS } from '#contract/vocabulary.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { createCompanyFilterSource } from '#sync/catalogs/catalog-source.ts';
import { CardSurface } from '#ui/display/cards/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { hasDefaultFilters, toggleStatusFilter } from './address.ts';
import { DayField } from '#ui/fields/day-field.tsx';
import type { EvaluationFilterState } from './use-filters.ts';
import './filters-card.css';

function StatusCheckboxes({ statuses, change }: Pick<EvaluationFilterState, 'statuses' | 'change'>) {
  const isLastStatus = (checked: boolean) => checked && statuses.length === 1;
  return (
    <fieldset className="list-statuses">
      <legend className="visually-hidden">Estado</legend>
      {EVALUATION_STATUSES.map((status) => {
        const checked = statuses.includes(status);
        return (
          <Checkbox
            classNames={{ body: 'list-status-body', label: 'list-status-label' }}
            key={status}
            label={EVALUATION_STATUS_LABELS[status]}
            checked={checked}
            // The user cannot remove the last status. The checkbox stays focusable, so that screen readers read it.
            aria-disabled={isLastStatus(checked) || undefined}
            onChange={() => change({ statuses: toggleStatusFilter(statuses, status) })}
          />
        );
      })}
    </fieldset>
  );
}

function TodayFilterButton({ from, to, change }: Pick<EvaluationFilterState, 'from' | 'to' | 'change'>) {
  const [today] = useState(() => bogotaDay(Date.now()));
  const isSet = from === today && to === today;
  return (
    <Button
      className="list-today"
      aria-pressed={isSet}
      onClick={() => change(isSet ? { from: '', to: '' } : { from: today, to: today })}
    >
      Hoy
    </Button>
  );
}

const DayRangeFields = ({ from, to, change }: Pick<EvaluationFilterState, 'from' | 'to' | 'change'>) => (
  <>
    <DayField
      className="list-day"
      label="Desde"
      value={from}
      max={to || undefined}
      onChange={(day) => change({ from: day })}
    />
    <DayField
      className="list-day"
      label="Hasta"
      value={to}
      min={from || undefined}
      error={from !== '' && to !== '' && to < from ? 'Es anterior a «Desde».' : undefined}
      onChange={(day) => change({ to: day })}
    />
  </>
);

/** `isOpen`: true if the filters by day and employer are shown. On narrow screens the user opens this row. */
function useMoreFilters({ from, to, companyId }: EvaluationFilterState) {
  const [opened, setOpened] = useState(false);
  // A filter that is set must be visible, so this row opens. A single day does not open the row, because the button 'Hoy' may
  // have set the day.
  const narrows = companyId !== '' || from !== to;
  return { isOpen: opened || narrows, toggle: () => setOpened(!opened) };
}

export function EvaluationFiltersCard({
  filters,
  ownerId,
}: {
  filters: EvaluationFilterState;
  ownerId: string;
}) {
  const { typed, type, companyId, change, clear } = filters;
  const id = useId();
  const more = useMoreFilters(filters);
  return (
    <CardSurface as="section" className="list-filters-card">
      <search className="list-filters" aria-label="Filtros" data-wide>
        <TextInput
          className="list-search"
          aria-label="Buscar paciente"
          placeholder="Documento, nombre o N.º"
          leftSection={<Icon name="search" />}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <TodayFilterButton {...filters} />
        <StatusCheckboxes statuses={filters.statuses} change={change} />
        <Button
          className="list-more-button"
          aria-expanded={more.isOpen}
          aria-controls={id}
          onClick={more.toggle}
        >
          <Icon name="filter" />
          <span className="visually-hidden">Más filtros</span>
        </Button>
        {(typed !== '' || !hasDefaultFilters(filters)) && (
          <Button className="list-clear" onClick={clear}>
            Limpiar filtros
          </Button>
        )}
        <div className="list-more" id={id} data-open={more.isOpen || undefined}>
          <DayRangeFields {...filters} />
          <div className="list-company">
            <SearchSelect
              {...createCompanyFilterSource(ownerId)}
              label="Empresa empleadora"
              noneLabel="Todas las empresas"
              debounce={SEARCH_DEBOUNCE_MS.filter}
              value={companyId}
              onChange={(chosen) => change({ companyId: chosen })}
            />
          </div>
        </div>
      </search>
    </CardSurface>
  );
}
