import { Button, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureText } from '#sync/messages/failure-text.ts';
import { useBranchChoices } from '../queries.ts';

/** Value of the option 'Sin sede', because the select does not accept null. */
const NO_BRANCH_VALUE = 'none';

interface BranchSelectProps {
  label: string;
  ownerId: string;
  value: string | null;
  onChange: (branchId: string | null) => void;
  /** The only branch that the user may choose; null if all may be chosen. */
  only: string | null;
  /** Name of the chosen branch, because the options lack an inactive branch. */
  currentName?: string | undefined;
  description?: ReactNode;
  error?: ReactNode;
}

export function BranchSelect(props: BranchSelectProps) {
  const { label, ownerId, value, onChange, only, currentName, description, error } = props;
  const { data, error: failure, refetch } = useBranchChoices(ownerId);
  const choices = (data ?? [])
    .filter(({ id }) => only === null || id === only)
    .map(({ id, name }) => ({ value: id, label: name }));
  const isMissing = value !== null && !choices.some((choice) => choice.value === value);
  const current = isMissing ? [{ value, label: currentName ?? 'Cargando…' }] : [];
  return (
    <div>
      <Select
        label={label}
        searchable
        allowDeselect={false}
        autoComplete="off"
        data={[{ value: NO_BRANCH_VALUE, label: 'Sin sede' }, ...current, ...choices]}
        value={value ?? NO_BRANCH_VALUE}
        onChange={(id) => onChange(id === null || id === NO_BRANCH_VALUE ? null : id)}
        onFocus={(event) => event.currentTarget.select()}
        description={description}
        error={failure ? failureText(failure, 'No se pudieron cargar las sedes.') : error}
      />
      {failure && (
        <Button variant="subtle" onClick={() => void refetch()}>
          Reintentar
        </Button>
      )}
    </div>
  );
}
