import { Select } from '@mantine/core';
import type { RefObject } from 'react';
import { ListToolbar, createSearchChips, type FilterChip } from '#ui/lists/list-toolbar.tsx';
import {
  DEFAULT_DELIVERY_STATE,
  DELIVERY_STATE_FILTER_LABELS,
  parseDeliveryState,
  type DeliveryFilterState,
} from './use-filters.ts';
import './toolbar.css';

const STATE_OPTIONS = Object.entries(DELIVERY_STATE_FILTER_LABELS).map(([value, label]) => ({
  value,
  label,
}));

function filterChipsOf({ typed, state, type, change }: DeliveryFilterState): FilterChip[] {
  const chips = createSearchChips(typed, type);
  if (state !== DEFAULT_DELIVERY_STATE)
    chips.push({
      key: 'state',
      label: DELIVERY_STATE_FILTER_LABELS[state],
      onRemove: () => change({ state: DEFAULT_DELIVERY_STATE }),
    });
  return chips;
}

interface DeliveriesToolbarProps {
  filters: DeliveryFilterState;
  search: RefObject<HTMLInputElement | null>;
}

export const DeliveriesToolbar = ({ filters, search }: DeliveriesToolbarProps) => (
  <ListToolbar
    searchLabel="Buscar"
    searchRef={search}
    placeholder="Nombre o número de documento"
    typed={filters.typed}
    onType={filters.type}
    chips={filterChipsOf(filters)}
    onReset={filters.clear}
  >
    <Select
      className="deliveries-filter"
      label="Estado"
      data={STATE_OPTIONS}
      allowDeselect={false}
      value={filters.state}
      onChange={(value) => filters.change({ state: parseDeliveryState(value) })}
    />
  </ListToolbar>
);
