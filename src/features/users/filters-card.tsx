import { Button, Select, TextInput } from '@mantine/core';
import { USER_STATUSES } from '#contract/vocabulary.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Filters } from './use-filters.ts';

const STATUS_OPTIONS = [
  { value: 'all', label: 'Todos' },
  { value: 'active', label: 'Activos' },
  { value: 'suspended', label: 'Suspendidos' },
  { value: 'invited', label: 'Invitados' },
];
const DIRECTION_OPTIONS = [
  { value: 'asc', label: 'Nombre: A – Z' },
  { value: 'desc', label: 'Nombre: Z – A' },
];

export const FiltersCard = ({ filters }: { filters: Filters }) => (
  <Card>
    <search className="users-filters" aria-label="Filtros">
      <TextInput
        className="users-search"
        label="Buscar usuario"
        placeholder="Nombre o correo"
        leftSection={<Icon name="search" />}
        autoComplete="off"
        spellCheck={false}
        value={filters.typed}
        onChange={(event) => filters.type(event.currentTarget.value)}
      />
      <Select
        label="Estado"
        data={STATUS_OPTIONS}
        allowDeselect={false}
        value={filters.status}
        onChange={(value) =>
          filters.change({ status: USER_STATUSES.find((status) => status === value) ?? 'all' })
        }
      />
      <Select
        label="Orden"
        data={DIRECTION_OPTIONS}
        allowDeselect={false}
        value={filters.direction}
        onChange={(value) => filters.change({ direction: value === 'desc' ? 'desc' : 'asc' })}
      />
      <Button onClick={filters.clear}>Limpiar filtros</Button>
    </search>
  </Card>
);
