import { Select } from '@mantine/core';
import { ListToolbar, createSearchChips, type FilterChip } from '#ui/lists/list-toolbar.tsx';
import type { DeviceFilterState } from './use-filters.ts';
import { STATUS_CHOICES, parseDeviceStatus } from './messages.ts';
import './toolbar.css';

const OPTIONS = Object.entries(STATUS_CHOICES).map(([value, label]) => ({ value, label }));

function chipsOf({ typed, standing, type, change }: DeviceFilterState): FilterChip[] {
  const chips = createSearchChips(typed, type);
  if (standing !== 'all')
    chips.push({
      key: 'standing',
      label: STATUS_CHOICES[standing],
      onRemove: () => change({ standing: 'all' }),
    });
  return chips;
}

export const Toolbar = ({ filters }: { filters: DeviceFilterState }) => (
  <ListToolbar
    searchLabel="Buscar dispositivo"
    placeholder="Nombre, sede o persona"
    typed={filters.typed}
    onType={filters.type}
    chips={chipsOf(filters)}
    onReset={filters.clear}
  >
    <Select
      className="devices-filter"
      label="Estado"
      data={OPTIONS}
      allowDeselect={false}
      value={filters.standing}
      onChange={(value) => filters.change({ standing: parseDeviceStatus(value) })}
    />
  </ListToolbar>
);
