import { Button, Modal, TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import type { FormEvent } from 'react';
import { CompanyBody, type Company } from '#contract/catalogs/companies.ts';
import { CATALOG_CODE_MAX_LENGTH, CATALOG_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { catalogCalls } from '#sync/administration/catalogs/catalog-administration.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import { nitWarning } from '#sync/messages/nit-text.ts';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { RecordProblem } from '#components/records/record-problem.tsx';
import { useRecordForm } from '#components/records/use-record-form.ts';
import './company-dialog.css';

interface NewCompanyDialogProps {
  name: string;
  onCreated: (company: Company) => void;
  onClose: () => void;
}

/**
 * Returns the hint for a code. A code of the maximum length gets the hint about this length, because the field truncates a
 * longer code that is pasted; any other code gets a warning about the NIT or the default hint.
 */
const codeHint = (code: string): string =>
  code.length >= CATALOG_CODE_MAX_LENGTH
    ? `Máximo ${CATALOG_CODE_MAX_LENGTH} caracteres.`
    : (nitWarning(code) ?? 'El NIT o el código con que la conoces.');

export function NewCompanyDialog({ name, onCreated, onClose }: NewCompanyDialogProps) {
  useRestoreFocus();
  const state = useRecordForm({
    row: null as Company | null,
    valuesOf: () => ({ code: '', name: name.slice(0, CATALOG_NAME_MAX_LENGTH), billing_name: '', city: '' }),
    validate: schemaResolver(CompanyBody, { sync: true }),
    save: async (_none, values) =>
      toFormOutcome(
        await catalogCalls.companies.create(CompanyBody.parse(values)),
        () => Promise.resolve(null),
        'No se pudo guardar la empresa.',
      ),
    onSaved: onCreated,
  });
  const { form, busy, submit } = state;
  // React bubbles the submit event to the form of the wizard's step, which must not submit.
  const create = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    submit(event);
  };
  const field = (path: 'code' | 'name' | 'billing_name' | 'city', maxLength: number) => ({
    ...form.getInputProps(path),
    maxLength,
    autoComplete: 'off',
  });
  return (
    <Modal opened onClose={onClose} title="Crear empresa" size={560} closeOnClickOutside={false}>
      <form noValidate onSubmit={create}>
        <div className="company-form">
          <TextInput
            data-autofocus
            required
            label="Código"
            description={codeHint(form.values.code)}
            {...field('code', CATALOG_CODE_MAX_LENGTH)}
          />
          <TextInput label="Nombre" required {...field('name', CATALOG_NAME_MAX_LENGTH)} />
          <TextInput label="Razón social" {...field('billing_name', CATALOG_NAME_MAX_LENGTH)} />
          <TextInput label="Ciudad" {...field('city', CATALOG_NAME_MAX_LENGTH)} />
          <RecordProblem state={state} what="esta empresa" />
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="filled" loading={busy}>
            Crear y elegir
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
