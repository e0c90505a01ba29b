import { Button, Modal, TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import { useState } from 'react';
import {
  CODE_WITHOUT_NIT_PREFIX,
  CompanyBody,
  companies,
  type Company,
} from '#contract/catalogs/companies.ts';
import { catalogCalls } from '#sync/administration/catalogs/catalog-administration.ts';
import { confirmCompany } from '#sync/administration/catalogs/proposed-companies.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import { nitWarning } from '#sync/messages/nit-text.ts';
import { defaultCatalogFilters } from '#domain/catalog/filters.ts';
import { RecordProblem } from '#components/records/record-problem.tsx';
import { useRecordForm } from '#components/records/use-record-form.ts';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import './confirm-company-dialog.css';

type FieldName = keyof typeof companies.fields;
const FIELD_NAMES = Object.keys(companies.fields) as FieldName[];

/** Returns the form's values. The code is empty, or the NIT as reception typed it, while the company has no code of the clinic. */
const valuesOf = (row: Company | null): Record<FieldName, string> => ({
  code: (row?.code.startsWith(CODE_WITHOUT_NIT_PREFIX) ? row.proposed_nit : row?.code) ?? '',
  name: row?.name ?? '',
  billing_name: row?.billing_name ?? '',
  city: row?.city ?? '',
  contact_email: row?.contact_email ?? '',
});

interface ConfirmCompanyDialogProps {
  company: Company;
  /** Called after a rejection, because another administrator may have decided. */
  onRejected: () => void;
  onConfirmed: () => void;
  onClose: () => void;
}

/** Form in which an administrator corrects a proposed company and confirms it. */
export function ConfirmCompanyDialog(props: ConfirmCompanyDialogProps) {
  const { company, onRejected, onConfirmed, onClose } = props;
  useRestoreFocus();
  const [current, setCurrent] = useState(company);
  const reread = async () => {
    const now = await catalogCalls.companies.read(company.id, defaultCatalogFilters).catch(() => null);
    if (now) setCurrent(now);
    return now;
  };
  const state = useRecordForm({
    row: current,
    valuesOf,
    validate: schemaResolver(CompanyBody, { sync: true }),
    save: async (read, values) => {
      const result = await confirmCompany(read ?? current, CompanyBody.parse(values));
      if (result.type === 'stale' || result.type === 'refused') onRejected();
      return toFormOutcome(result, reread, 'No se pudo confirmar la empresa.');
    },
    onSaved: onConfirmed,
  });
  const { form, base, busy, submit } = state;
  const now = valuesOf(base);
  const differing = FIELD_NAMES.filter((name) => now[name] !== form.values[name]);
  return (
    <Modal opened onClose={onClose} title="Confirmar empresa" size={560} closeOnClickOutside={false}>
      <form noValidate onSubmit={submit}>
        <div className="confirm-company-form">
          {FIELD_NAMES.map((name) => {
            const { label, isRequired, max } = companies.fields[name];
            return (
              <TextInput
                key={name}
                label={label}
                required={isRequired}
                maxLength={max}
                autoComplete="off"
                {...(name === 'code' && {
                  'data-autofocus': true,
                  description: nitWarning(form.values.code) ?? companies.fields.code.hint,
                })}
                {...form.getInputProps(name)}
              />
            );
          })}
          <RecordProblem
            state={state}
            what="esta empresa"
            differences={differing.map((name) => ({ label: companies.fields[name].label, now: now[name] }))}
          />
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="filled" loading={busy}>
            Confirmar empresa
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
