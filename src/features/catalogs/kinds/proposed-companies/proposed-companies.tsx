import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Company } from '#contract/catalogs/companies.ts';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { fetchProposedCompanies } from '#sync/administration/catalogs/proposed-companies.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { catalogsQueryKey } from '#components/records/catalogs-query-key.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { useCatalogScreen } from '../../catalog-screen.ts';
import { useRefetchAndUpdateDevice } from '../../queries.ts';
import { ConfirmCompanyDialog } from './confirm-company-dialog.tsx';
import { MergeCompanyDialog } from './merge-company-dialog.tsx';
import './proposed-companies.css';

const useProposedCompanies = (ownerId: string) =>
  useQuery({
    queryKey: [...catalogsQueryKey(ownerId), 'companies', 'proposed'],
    queryFn: fetchProposedCompanies,
    staleTime: CACHE_LIFETIME_MS.list,
  });

interface ProposedRowProps {
  company: Company;
  disabled: boolean;
  onConfirm: () => void;
  onMerge: () => void;
}

const ProposedRow = ({
  company: { name, proposed_nit: nit, is_active: isActive },
  disabled,
  onConfirm,
  onMerge,
}: ProposedRowProps) => (
  <li className="proposed-company">
    <div>
      {name}
      <small>
        {nit ? `NIT ${nit}` : 'Sin NIT'}
        {!isActive && ' · Inactiva: recepción no la encuentra'}
      </small>
    </div>
    <Button disabled={disabled} aria-label={`Confirmar ${name}`} onClick={onConfirm}>
      Confirmar
    </Button>
    <Button disabled={disabled} aria-label={`Unir ${name} con otra empresa`} onClick={onMerge}>
      Unir con…
    </Button>
  </li>
);

interface OpenDialog {
  readonly company: Company;
  readonly name: 'confirm' | 'merge';
}

/** Companies that reception proposed, above the list; nothing if there are none. */
export function ProposedCompanies() {
  const { ownerId, disabledReason } = useCatalogScreen();
  const { data, error } = useProposedCompanies(ownerId);
  const { items: companies, total_count: total } = data ?? { items: [], total_count: 0 };
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const refetch = useRefetchAndUpdateDevice();
  const finish = (message: string) => {
    setDialog(null);
    toast('ok', message);
    refetch();
  };
  const close = () => setDialog(null);
  return (
    <>
      {/* The list below already shows why nothing can be read without a connection. */}
      {error && disabledReason === null && (
        <Notice kind="warn" title={failureText(error, 'No se pudieron leer las empresas propuestas.')} />
      )}
      {companies.length > 0 && (
        <Card title={formatCountWithNoun(total, 'empresa propuesta', 'empresas propuestas')}>
          <p className="proposed-companies-hint">
            Recepción las escribió porque no estaban en el catálogo. Confirma cada una, o únela con la que ya
            existe.
          </p>
          {total > companies.length && (
            <p className="proposed-companies-hint">Aquí están las primeras {companies.length}.</p>
          )}
          <ul className="proposed-companies">
            {companies.map((company) => (
              <ProposedRow
                key={company.id}
                company={company}
                disabled={disabledReason !== null}
                onConfirm={() => setDialog({ company, name: 'confirm' })}
                onMerge={() => setDialog({ company, name: 'merge' })}
              />
            ))}
          </ul>
        </Card>
      )}
      {dialog?.name === 'confirm' && (
        <ConfirmCompanyDialog
          company={dialog.company}
          onRejected={refetch}
          onConfirmed={() => finish('Empresa confirmada.')}
          onClose={close}
        />
      )}
      {dialog?.name === 'merge' && (
        <MergeCompanyDialog
          company={dialog.company}
          onRejected={refetch}
          onMerged={({ name }) => finish(`Empresa unida con ${name}.`)}
          onClose={close}
        />
      )}
    </>
  );
}
