import { Button, Modal, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState, type FormEvent } from 'react';
import { ProposedCompany } from '#contract/records/evaluation/capture.ts';
import { CATALOG_CODE_MAX_LENGTH, CATALOG_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { storeProposedCompanies } from '#sync/changes/proposed-companies.ts';
import { findActiveCompanyWithNit } from '#storage/cache/proposed-companies.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { nitWarning } from '#sync/messages/nit-text.ts';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { Notice } from '#ui/notices/notice.tsx';
import './propose-company-dialog.css';

interface ProposeCompanyDialogProps {
  name: string;
  onProposed: (proposal: ProposedCompany) => void;
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** Form that proposes a company. It needs no network, because the proposal is sent with the registration. */
export function ProposeCompanyDialog({ name, onProposed, onChoose, onClose }: ProposeCompanyDialogProps) {
  useRestoreFocus();
  const [id] = useState(() => crypto.randomUUID());
  const [problem, setProblem] = useState<StorageProblem | null>(null);
  const form = useForm({
    initialValues: { id, name: name.slice(0, CATALOG_NAME_MAX_LENGTH), nit: '' },
    validate: schemaResolver(ProposedCompany, { sync: true }),
  });
  const { nit } = form.values;
  const known = useLiveQuery(() => findActiveCompanyWithNit(nit), [nit]);
  const propose = async (values: typeof form.values) => {
    try {
      const proposal = ProposedCompany.parse(values);
      await storeProposedCompanies([proposal], Date.now());
      onProposed(proposal);
      onChoose(id);
    } catch (error) {
      if (!(error instanceof StorageProblem)) throw error;
      setProblem(error);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React bubbles the submit event to the form of the wizard's step, which must not submit.
    event.stopPropagation();
    form.onSubmit((values) => void propose(values).catch(reportError))(event);
  };
  return (
    <Modal opened onClose={onClose} title="Proponer empresa" size={560} closeOnClickOutside={false}>
      <form noValidate onSubmit={submit}>
        <div className="propose-company-form">
          <TextInput
            data-autofocus
            required
            label="Nombre"
            maxLength={CATALOG_NAME_MAX_LENGTH}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <TextInput
            label="NIT"
            description={nitWarning(nit) ?? 'Si lo sabes. Evita que la empresa quede dos veces.'}
            maxLength={CATALOG_CODE_MAX_LENGTH}
            autoComplete="off"
            {...form.getInputProps('nit')}
          />
          {known && (
            <Notice
              kind="warn"
              title={`Este NIT ya es de «${known.name}».`}
              action={<Button onClick={() => onChoose(known.id)}>Elegir «{known.name}»</Button>}
            />
          )}
          {problem && <StorageNotice kind={problem.kind} />}
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="filled">
            Proponer y elegir
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
