import { Button, Modal } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Company } from '#contract/catalogs/companies.ts';
import { mergeCompany } from '#sync/administration/catalogs/proposed-companies.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { saveFailureOf, saveFailureReasonText } from '#sync/messages/failure-text.ts';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useToastAfterRedirect } from '#ui/notices/use-toast-after-redirect.ts';
import { useCatalogScreen } from '../../catalog-screen.ts';
import './merge-company-dialog.css';

const NO_COMPANY_TEXT = 'Elige la empresa con la que se une.';

interface MergeCompanyDialogProps {
  company: Company;
  /** Called after a rejection, because another administrator may have decided. */
  onRejected: () => void;
  onMerged: (into: Company) => void;
  onClose: () => void;
}

/** Dialog that merges a proposed company into the company of the catalogue that reception meant. */
export function MergeCompanyDialog({ company, onRejected, onMerged, onClose }: MergeCompanyDialogProps) {
  useRestoreFocus();
  const { ownerId } = useCatalogScreen();
  const [into, setInto] = useState('');
  const { busy, trouble, run } = useChangeRunner<string>();
  const toastAfterRedirect = useToastAfterRedirect();
  const source = createCatalogSource('companies', ownerId);
  const merge = async (): Promise<string | null> => {
    if (into === '') return NO_COMPANY_TEXT;
    const result = await mergeCompany(company.id, into);
    if (result.type === 'saved') onMerged(result.body);
    if (result.type === 'refused') onRejected();
    const found = saveFailureOf(result, 'No se pudieron unir las empresas.');
    toastAfterRedirect(found);
    return found && saveFailureReasonText(found);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(merge);
  };
  return (
    <Modal opened onClose={onClose} title={`Unir «${company.name}»`} size={560} closeOnClickOutside={false}>
      <form noValidate onSubmit={submit}>
        <div className="merge-company-form">
          <SearchSelect
            {...source}
            search={async (query) => (await source.search(query)).filter(({ id }) => id !== company.id)}
            label="Empresa del catálogo"
            required
            value={into}
            onChange={setInto}
            showAside
          />
          <p>
            Todas sus evaluaciones pasan a esta empresa. Los documentos ya firmados conservan el nombre con
            que se firmaron. No se puede deshacer.
          </p>
          {trouble !== null && <Notice kind="error">{trouble}</Notice>}
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="filled" loading={busy}>
            Unir empresas
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
