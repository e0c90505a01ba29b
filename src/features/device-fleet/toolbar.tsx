import { Select } from '@mantine/core';
import { ListToolbar, createSearchChips, type FilterChip } from '#ui/lists/list-toolbar.tsx';
import type { DeviceFilterState } from './use-filters.ts';
import { DEVICE_STATUS_FILTER_LABELS, parseDeviceStatus } from './messages.ts';
import './toolbar.css';

const DEVICE_STATUS_OPTIONS = Object.entries(DEVICE_STATUS_FILTER_LABELS).map(([value, label]) => ({
  value,
  label,
}));

function deviceFilterChips({ typed, standing, type, change }: DeviceFilterState): FilterChip[] {
  const chips = createSearchChips(typed, type);
  if (standing !== 'all')
    chips.push({
      key: 'standing',
      label: DEVICE_STATUS_FILTER_LABELS[standing],
      onRemove: () => change({ standing: 'all' }),
    });
  return chips;
}

export const DeviceToolbar = ({ filters }: { filters: DeviceFilterState }) => (
  <ListToolbar
    searchLabel="Buscar dispositivo"
    placeholder="Nombre, sede o persona"
    typed={filters.typed}
    onType={filters.type}
    chips={deviceFilterChips(filters)}
    onReset={filters.clear}
  >
    <Select
      className="devices-filter"
      label="Estado"
      data={DEVICE_STATUS_OPTIONS}
      allowDeselect={false}
      value={filters.standing}
      onChange={(value) => filters.change({ standing: parseDeviceStatus(value) })}
    />
  </ListToolbar>
);
