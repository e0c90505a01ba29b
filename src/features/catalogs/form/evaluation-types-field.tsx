import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureText } from '#sync/messages/failure-text.ts';
import { useEvaluationTypes } from '../queries.ts';
import './evaluation-types-field.css';

interface EvaluationTypesFieldProps {
  className: string;
  label: string;
  hint: string | undefined;
  ownerId: string;
  input: { value?: string[]; error?: ReactNode };
}

/** Checkboxes of the active evaluation types, and of inactive ones that are chosen. No choice means all types. */
export function EvaluationTypesField({ className, label, hint, ownerId, input }: EvaluationTypesFieldProps) {
  const { data: types = [], error } = useEvaluationTypes(ownerId);
  const { value: chosen = [] } = input;
  return (
    <Checkbox.Group
      className={className}
      label={label}
      description={hint}
      {...input}
      error={input.error ?? (error && failureText(error, 'No se pudieron cargar los tipos de evaluación.'))}
    >
      <div className="catalog-types">
        {types
          .filter(({ id, is_active: isActive }) => isActive || chosen.includes(id))
          .map(({ id, name, is_active: isActive }) => (
            <Checkbox
              key={id}
              classNames={{ body: 'catalog-type', label: 'catalog-type-label' }}
              value={id}
              label={isActive ? name : `${name} (inactivo)`}
            />
          ))}
      </div>
    </Checkbox.Group>
  );
}
