import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { ACTIVITY_ACTIONS, ACTIVITY_STATUSES } from '#contract/records/evaluation/clinical.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { parseActivityActions, parseActivityStatus, type ActivityFilterState } from './use-filters.ts';
import { ACTIVITY_ACTION_LABELS, ACTIVITY_STATUS_LABELS } from './messages.ts';
import './filters-card.css';

const STATUS_OPTIONS = [
  { value: 'all', label: 'Todos' },
  ...ACTIVITY_STATUSES.map((status) => ({ value: status, label: ACTIVITY_STATUS_LABELS[status] })),
];
const ACTION_OPTIONS = ACTIVITY_ACTIONS.map((action) => ({
  value: action,
  label: ACTIVITY_ACTION_LABELS[action],
}));

export const ActivityFiltersCard = ({ filters }: { filters: ActivityFilterState }) => (
  <Card>
    <search className="activity-filters" aria-label="Filtros" data-wide>
      <TextInput
        className="activity-search"
        label="Buscar"
        placeholder="Usuario o evaluación"
        leftSection={<Icon name="search" />}
        autoComplete="off"
        spellCheck={false}
        value={filters.typed}
        onChange={(event) => filters.type(event.currentTarget.value)}
      />
      <Select
        label="Resultado"
        data={STATUS_OPTIONS}
        allowDeselect={false}
        value={filters.status}
        onChange={(value) => filters.change({ status: parseActivityStatus(value) })}
      />
      <MultiSelect
        className="activity-actions"
        classNames={{ pillsList: 'activity-chosen' }}
        label="Acciones"
        placeholder={filters.actions.length === 0 ? 'Todas las acciones' : ''}
        data={ACTION_OPTIONS}
        hidePickedOptions
        value={[...filters.actions]}
        onChange={(values) => filters.change({ actions: parseActivityActions(values) })}
      />
      <Button onClick={filters.clear}>Limpiar filtros</Button>
    </search>
  </Card>
);
