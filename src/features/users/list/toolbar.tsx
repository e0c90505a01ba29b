import { Select } from '@mantine/core';
import { USER_STATUSES } from '#contract/vocabulary.ts';
import { ListToolbar, createSearchChips, type FilterChip } from '#ui/lists/list-toolbar.tsx';
import type { UserFilterState } from './use-filters.ts';
import './toolbar.css';

const STATUS_FILTER_LABELS = {
  all: 'Todos',
  active: 'Activos',
  suspended: 'Suspendidos',
  invited: 'Invitados',
} as const;
const STATUS_FILTER_OPTIONS = Object.entries(STATUS_FILTER_LABELS).map(([value, label]) => ({
  value,
  label,
}));

function filterChipsOf({ typed, status, direction, type, change }: UserFilterState): FilterChip[] {
  const chips = createSearchChips(typed, type);
  if (status !== 'all')
    chips.push({
      key: 'status',
      label: STATUS_FILTER_LABELS[status],
      onRemove: () => change({ status: 'all' }),
    });
  if (direction !== 'asc')
    chips.push({ key: 'order', label: 'De la Z a la A', onRemove: () => change({ direction: 'asc' }) });
  return chips;
}

export const UsersToolbar = ({ filters }: { filters: UserFilterState }) => (
  <ListToolbar
    searchLabel="Buscar usuario"
    placeholder="Nombre o correo"
    typed={filters.typed}
    onType={filters.type}
    chips={filterChipsOf(filters)}
    onReset={filters.clear}
  >
    <Select
      className="users-filter"
      label="Estado"
      data={STATUS_FILTER_OPTIONS}
      allowDeselect={false}
      value={filters.status}
      onChange={(value) =>
        filters.change({ status: USER_STATUSES.find((status) => status === value) ?? 'all' })
      }
    />
  </ListToolbar>
);
