import { Button } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import type { CatalogItem } from '#sync/administration/catalogs/catalog-administration.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { ActionBar } from '#ui/display/cards/card-bar.tsx';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { RecordProblem } from '#components/records/record-problem.tsx';
import { useRecordForm } from '#components/records/use-record-form.ts';
import { useCatalogScreen } from '../catalog-screen.ts';
import {
  formFieldText,
  selectVisibleFields,
  type CatalogDefinition,
  type CatalogFormValues,
} from '../definition.ts';
import { CatalogHint } from '../hint.tsx';
import { FieldInput } from './field-input.tsx';
import './catalog-form.css';

export interface CatalogFormProps {
  /** Row that the form edits; null for a new row. */
  item: CatalogItem | null;
  /** Reads the row again, resolving to null if it cannot be read; null for a new row. */
  reread: (() => Promise<CatalogItem | null>) | null;
  onSaved: (item: CatalogItem) => void;
}

/** Values that are lists are compared by content. */
const isSameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function findConflictingValues(
  { fields, valuesOf }: CatalogDefinition,
  typed: CatalogFormValues,
  now: CatalogItem | null,
) {
  const present = valuesOf(now);
  return selectVisibleFields(fields, present)
    .filter(({ name }) => !isSameValue(typed[name], present[name]))
    .map((field) => ({ label: field.label, now: formFieldText(field, present, now) || 'Vacío' }));
}

export function CatalogForm({ item, reread, onSaved }: CatalogFormProps) {
  const { catalog, disabledReason } = useCatalogScreen();
  const { calls, body, fields, valuesOf, words, Preview } = catalog;
  const state = useRecordForm<CatalogItem, CatalogFormValues>({
    row: item,
    valuesOf,
    validate: schemaResolver(body, { sync: true }),
    save: async (read, values) => {
      const parsed = body.parse(values);
      const result = await (read ? calls.replace(read, parsed) : calls.create(parsed));
      return toFormOutcome(result, reread, words.couldNotSave);
    },
    onSaved,
  });
  const { form, base, busy, submit } = state;
  const isDirty = form.isDirty();
  return (
    <Card title="Datos">
      <form className="catalog-form" noValidate onSubmit={submit}>
        {selectVisibleFields(fields, form.values).map((field) => (
          <FieldInput key={field.name} field={field} form={form} item={base} />
        ))}
        {Preview && <Preview values={form.values} />}
        <RecordProblem
          state={state}
          what={words.it}
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
          {disabledReason !== null && <CatalogHint>{disabledReason}</CatalogHint>}
        </ActionBar>
      </form>
      <LeavePrompt dirty={isDirty} />
    </Card>
  );
}
