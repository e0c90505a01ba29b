import { Button, TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import { RenameBody } from '#contract/catalogs/catalog.ts';
import { CATALOG_NAME_MAX_LENGTH } from '#contract/limits.ts';
import type { CatalogCalls, CatalogItem } from '#sync/administration/catalogs/catalog-administration.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { RecordProblem } from '#components/records/record-problem.tsx';
import { useRecordForm } from '#components/records/use-record-form.ts';
import { useCatalogScreen } from '../catalog-screen.ts';
import './rename.css';

interface RenameProps {
  item: CatalogItem;
  rename: NonNullable<CatalogCalls<CatalogItem, object>['rename']>;
  /** Reads the row again; null if it cannot be read. */
  reread: () => Promise<CatalogItem | null>;
  onRenamed: (item: CatalogItem) => void;
  onCancel: () => void;
}

/** Form 'Cambiar nombre' in the panel; sends only the name (P7). */
export function RenameCatalogRow({ item, rename, reread, onRenamed, onCancel }: RenameProps) {
  const { catalog, disabledReason } = useCatalogScreen();
  const { words } = catalog;
  const state = useRecordForm<CatalogItem, { name: string }>({
    row: item,
    valuesOf: (row) => ({ name: row?.name ?? '' }),
    validate: schemaResolver(RenameBody, { sync: true }),
    save: async (read, values) =>
      toFormOutcome(await rename(read ?? item, RenameBody.parse(values).name), reread, words.couldNotRename),
    onSaved: onRenamed,
  });
  const { form, base, busy, submit } = state;
  const isOther = base !== null && base.name !== form.values.name;
  return (
    <form className="catalog-rename" noValidate onSubmit={submit}>
      <TextInput
        label="Nombre nuevo"
        data-autofocus
        autoComplete="off"
        maxLength={CATALOG_NAME_MAX_LENGTH}
        {...form.getInputProps('name')}
      />
      <RecordProblem
        state={state}
        what={words.it}
        differences={isOther ? [{ label: 'Nombre', now: base.name }] : []}
      />
      <div className="catalog-rename-actions">
        <Button type="submit" variant="filled" loading={busy} disabled={disabledReason !== null}>
          Guardar
        </Button>
        <Button variant="subtle" disabled={busy} onClick={onCancel}>
          Cancelar
        </Button>
      </div>
      <LeavePrompt dirty={form.isDirty()} />
    </form>
  );
}
