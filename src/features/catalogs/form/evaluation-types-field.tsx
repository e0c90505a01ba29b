import { Checkbox, type CheckboxGroupProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { fetchEvaluationTypes } from '#sync/administration/catalogs/catalog-administration.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { catalogsQueryKey } from '#components/records/catalogs-query-key.ts';
import { useCatalogScreen } from '../catalog-screen.ts';

import './evaluation-types-field.css';

/** Checkboxes of the active evaluation types, and of inactive ones that are chosen. No choice means all types. */
export function EvaluationTypesField(props: Omit<CheckboxGroupProps, 'children'>) {
  const { ownerId } = useCatalogScreen();
  const { data: types = [], error } = useQuery({
    queryKey: [...catalogsQueryKey(ownerId), 'evaluation_types', 'all'],
    queryFn: fetchEvaluationTypes,
    staleTime: CACHE_LIFETIME_MS.default,
  });
  const { value: chosen = [] } = props;
  return (
    <Checkbox.Group
      {...props}
      error={props.error ?? (error && failureText(error, 'No se pudieron cargar los tipos de evaluación.'))}
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
