import { Button, Checkbox } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { APTITUDES, APTITUDE_LABELS } from '#contract/vocabulary.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { CatalogHint } from '../hint.tsx';
import { RowList } from '../row-list.tsx';
import { aptitudesText, setOfferedAptitudes, type OptionsForm } from './option-values.ts';
import './offered-aptitudes.css';

/** Returns the names of evaluation types by id; 'Tipo inactivo' for a type that the device no longer has. */
export function useEvaluationTypeNames(
  ownerId: string,
  ids: readonly string[],
): Readonly<Record<string, string>> {
  const { find } = createCatalogSource('evaluation-types', ownerId);
  const found = useLiveQuery(
    () => Promise.all(ids.map(async (id) => [id, (await find(id))?.name ?? 'Tipo inactivo'] as const)),
    [ownerId, ids.join(' ')],
  );
  return Object.fromEntries(found ?? []);
}

interface AptitudeCheckboxesProps {
  form: OptionsForm;
  typeId: string;
  name: string;
}

function AptitudeCheckboxes({ form, typeId, name }: AptitudeCheckboxesProps) {
  const { off } = form.values;
  const disabled = off.find(({ evaluation_type_id: id }) => id === typeId)?.aptitudes ?? [];
  const offered = APTITUDES.filter((aptitude) => !disabled.includes(aptitude));
  const isLast = offered.length === 1;
  return (
    <Checkbox.Group
      label={`Opciones en ${name}`}
      description={isLast && 'Deja al menos una opción.'}
      value={offered}
      // The user cannot switch off the last aptitude.
      onChange={(next) =>
        next.length > 0 && form.setFieldValue('off', setOfferedAptitudes(off, typeId, next))
      }
    >
      <div className="offered-aptitudes">
        {APTITUDES.map((aptitude) => (
          <Checkbox
            key={aptitude}
            classNames={{ body: 'offered-aptitude', label: 'offered-aptitude-label' }}
            label={APTITUDE_LABELS[aptitude]}
            value={aptitude}
            // The checkbox stays focusable, so that screen readers read it.
            aria-disabled={(isLast && offered.includes(aptitude)) || undefined}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** Form that selects the aptitudes for each evaluation type. A type offers all aptitudes by default. */
export function OfferedAptitudes({ form, ownerId }: { form: OptionsForm; ownerId: string }) {
  const [typeId, setTypeId] = useState('');
  const { off } = form.values;
  const ids = off.map(({ evaluation_type_id: id }) => id);
  const names = useEvaluationTypeNames(ownerId, typeId === '' ? ids : [...ids, typeId]);
  return (
    <div className="offered">
      {off.length === 0 ? (
        <CatalogHint>Todos los tipos ofrecen todas las opciones.</CatalogHint>
      ) : (
        <RowList label="Tipos con opciones quitadas">
          {off.map(({ evaluation_type_id: id, aptitudes }) => (
            <li key={id}>
              <span>
                <b>{names[id]}</b>: sin {aptitudesText(aptitudes)}
              </span>
              <Button aria-label={`Cambiar ${names[id]}`} onClick={() => setTypeId(id)}>
                Cambiar
              </Button>
            </li>
          ))}
        </RowList>
      )}
      <SearchSelect
        {...createCatalogSource('evaluation-types', ownerId)}
        label="Tipo de evaluación"
        placeholder="Elige un tipo para cambiar sus opciones"
        value={typeId}
        onChange={setTypeId}
      />
      {typeId !== '' && names[typeId] !== undefined && (
        <AptitudeCheckboxes form={form} typeId={typeId} name={names[typeId]} />
      )}
    </div>
  );
}
