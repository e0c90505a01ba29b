import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { Company } from '#contract/catalogs/companies.ts';
import type { ProposedCompany } from '#contract/records/evaluation/capture.ts';
import { areCompanyProposalsOffered, findReplacingCompanies } from '#storage/cache/proposed-companies.ts';
import { storeCompany } from '#sync/catalogs/catalog-requests.ts';
import { findInactiveCompanies, type CatalogChoice } from '#sync/catalogs/catalog-source.ts';
import { catalogCalls } from '#sync/administration/catalogs/catalog-administration.ts';
import { findEditingDisabledReason } from '#sync/requests/disabled-reason.ts';
import type { Account } from '#sync/session/session.ts';
import { saveFailureOf, type SaveFailure } from '#sync/messages/failure-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { useConnectionState } from '#components/connection/use-connection-state.ts';
import type { WizardForm } from '../form/step-props.ts';
import { NewCompanyDialog } from './company-dialog.tsx';
import { ProposeCompanyDialog } from './propose-company-dialog.tsx';
import { missingCompanyAdvice, missingCompanyTitle, noMatchMeantTitle } from './company-messages.ts';
import './missing-company.css';

interface MissingCompanyNoticeProps {
  account: Account;
  form: WizardForm;
  /** Text in the company field, or the name of a chosen company that is no longer active. */
  query: string;
  /** True if active companies match the text. The only one may be chosen already, although the user meant another one. */
  hasMatches: boolean;
  /** True if the registration can be parked; false for a correction. */
  canWait: boolean;
  onChoose: (id: string) => void;
}

function CompanyActivation({
  company,
  onActivated,
}: {
  company: CatalogChoice;
  onActivated: (row: Company) => void;
}) {
  const { busy, trouble, run } = useChangeRunner<SaveFailure>();
  const activate = async (): Promise<SaveFailure | null> => {
    const result = await catalogCalls.companies.setActive({ id: company.id }, true);
    if (result.type === 'saved') onActivated(result.body);
    return saveFailureOf(result, 'No se pudo actualizar el estado de la empresa.');
  };
  return (
    <>
      <Button loading={busy} onClick={() => void run(activate)}>
        Activar «{company.name}»
      </Button>
      {trouble && <p role="alert">{trouble.text}</p>}
    </>
  );
}

/** Stores the proposal in the form, so that the draft contains it even if the device's catalogue loses it. */
function keepProposal(form: WizardForm, proposal: ProposedCompany) {
  const { proposed_companies: kept, employer_company_id, contractor_company_id } = form.getValues();
  const chosen = [employer_company_id, contractor_company_id];
  form.setFieldValue('proposed_companies', [...kept.filter(({ id }) => chosen.includes(id)), proposal]);
}

export function MissingCompanyNotice(props: MissingCompanyNoticeProps) {
  const { account, form, query, hasMatches, canWait, onChoose } = props;
  const inactive = useLiveQuery(() => findInactiveCompanies(query), [query]);
  const replacing = useLiveQuery(() => findReplacingCompanies(query), [query]) ?? [];
  const barred = findEditingDisabledReason(account, useConnectionState());
  const isOffered = useLiveQuery(areCompanyProposalsOffered) ?? false;
  const [dialog, setDialog] = useState<'create' | 'propose' | null>(null);
  const mayChange = account.actions.includes('manage_catalogs');
  const canChange = mayChange && barred === null;
  const canPropose = !canChange && isOffered;
  if (!inactive || (hasMatches && !canPropose)) return null;
  /** Stores the company on the device and chooses it in the form, even if storing fails. */
  const takeCompany = async (company: Company) => {
    await storeCompany(company).catch(reportError);
    onChoose(company.id);
  };
  const takes = (company: Company) => void takeCompany(company).catch(reportError);
  return (
    <>
      <Notice
        className="missing-company"
        kind="warn"
        title={hasMatches ? noMatchMeantTitle(query) : missingCompanyTitle(query, inactive, barred === null)}
        action={
          canChange ? (
            <div className="missing-company-ways">
              {inactive.map((company) => (
                <CompanyActivation key={company.id} company={company} onActivated={takes} />
              ))}
              <Button onClick={() => setDialog('create')}>Crear empresa</Button>
            </div>
          ) : canPropose ? (
            <div className="missing-company-ways">
              {replacing.map(({ id, name }) => (
                <Button key={id} onClick={() => onChoose(id)}>
                  Elegir «{name}»
                </Button>
              ))}
              <Button onClick={() => setDialog('propose')}>Proponer empresa</Button>
            </div>
          ) : undefined
        }
      >
        {missingCompanyAdvice({ mayChange, barred, canWait, canPropose, isInactive: inactive.length > 0 })}
      </Notice>
      {dialog === 'create' && (
        <NewCompanyDialog
          name={query}
          onCreated={(company) => {
            setDialog(null);
            takes(company);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'propose' && (
        <ProposeCompanyDialog
          name={query}
          onChoose={(id) => {
            setDialog(null);
            onChoose(id);
          }}
          onProposed={(proposal) => keepProposal(form, proposal)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
