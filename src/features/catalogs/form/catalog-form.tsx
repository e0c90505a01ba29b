import { Button } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import type { CatalogItem } from '#sync/administration/catalog-administration.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import { Card } from '#ui/display/card.tsx';
import { ActionBar } from '#ui/display/card-bar.tsx';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { RecordProblem } from '#components/record-problem.tsx';
import { useRecordForm } from '#components/use-record-form.ts';
import {
  formFieldText,
  selectVisibleFields,
  type CatalogDefinition,
  type CatalogFormValues,
} from '../definition.ts';
import { Fields } from './fields.tsx';
import './catalog-form.css';

interface CatalogFormProps<Item extends CatalogItem, Body extends object> {
  catalog: CatalogDefinition<Item, Body>;
  ownerId: string;
  /** Row that the form edits; null for a new row. */
  item: Item | null;
  /** Reads the row again; null if it cannot be read. */
  reread: () => Promise<Item | null>;
  disabledReason: string | null;
  onSaved: (item: Item) => void;
}

function useCatalogForm<Item extends CatalogItem, Body extends object>({
  catalog: { calls, body, valuesOf, words },
  item,
  reread,
  onSaved,
}: CatalogFormProps<Item, Body>) {
  const send = (read: Item | null, values: Body) =>
    read ? calls.replace(read, values) : calls.create(values);
  return useRecordForm<Item, CatalogFormValues>({
    row: item,
    valuesOf,
    validate: schemaResolver(body, { sync: true }),
    save: async (read, values) =>
      toFormOutcome(await send(read, body.parse(values)), reread, words.couldNotSave),
    onSaved,
  });
}

/** Values that are lists are compared by content. */
const isSameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function findConflictingValues<Item extends CatalogItem, Body extends object>(
  { fields, valuesOf }: CatalogDefinition<Item, Body>,
  typed: CatalogFormValues,
  now: Item | null,
) {
  const present = valuesOf(now);
  return selectVisibleFields(fields, present)
    .filter(({ name }) => !isSameValue(typed[name], present[name]))
    .map((field) => ({ label: field.label, now: formFieldText(field, present, now) || 'Vacío' }));
}

export function CatalogForm<Item extends CatalogItem, Body extends object>(
  props: CatalogFormProps<Item, Body>,
) {
  const { catalog, ownerId, item, disabledReason } = props;
  const state = useCatalogForm(props);
  const { form, base, busy, submit } = state;
  const isDirty = form.isDirty();
  return (
    <Card title="Datos">
      <form className="catalog-form" noValidate onSubmit={submit}>
        <Fields catalog={catalog} form={form} ownerId={ownerId} item={base} />
        {catalog.Preview && <catalog.Preview values={form.values} />}
        <RecordProblem
          state={state}
          what={catalog.words.it}
          differences={findConflictingValues(catalog, form.values, base)}
        />
        <ActionBar className="catalog-form-end">
          <Button
            type="submit"
            variant="filled"
            loading={busy}
            disabled={disabledReason !== null || (item !== null && !isDirty)}
          >
            {item ? 'Guardar cambios' : 'Crear'}
          </Button>
          {item && isDirty && (
            <Button variant="subtle" disabled={busy} onClick={form.reset}>
              Deshacer
            </Button>
          )}
          {disabledReason !== null && <p className="catalog-form-reason">{disabledReason}</p>}
        </ActionBar>
      </form>
      <LeavePrompt dirty={isDirty} />
    </Card>
  );
}
