import { InputBase } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { findCatalogRow, listEmptyRequiredCatalogs, readCatalogReadiness } from '#storage/cache/catalogs.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import type { TypedCompanies, RegistrationChoices } from '#domain/registration.ts';
import { focusNextField } from '../form/enter.ts';
import { FIELD_LABELS } from '../form/field-details.ts';
import { StepNotices } from './notices.tsx';
import type { UsualChoiceLists } from '../visits/use-usual.ts';
import { UsualChoices, UsualVisits } from '../visits/usual-choices.tsx';
import type { WizardState } from './use-wizard.ts';
import './evaluation-step.css';

const MissingCatalogsNotice = lazyComponent(() => import('./rarely-shown.tsx'), 'MissingCatalogsNotice');
const EmptyCatalogsNotice = lazyComponent(() => import('./rarely-shown.tsx'), 'EmptyCatalogsNotice');
const LazyMissingCompanyNotice = lazyComponent(
  () => import('../company/missing-company.tsx'),
  'MissingCompanyNotice',
);

const JobProfile = lazyComponent(() => import('./rarely-shown.tsx'), 'JobProfile');

/** Focuses the next field after a choice, unless the user has left this field during the search. */
const focusNextIfFocused = (field: HTMLElement) => field === document.activeElement && focusNextField(field);

interface CatalogInputProps {
  value: string;
  error?: string;
  onChange: (id: string) => void;
}

const catalogInputProps = ({ form }: WizardState, field: keyof RegistrationChoices) => ({
  ...(form.getInputProps(field) as CatalogInputProps),
  label: FIELD_LABELS[field],
  onEntered: focusNextIfFocused,
  'data-path': field,
});

function CatalogNotices({ wizard: { account, entryId } }: { wizard: WizardState }) {
  const isMissing = useLiveQuery(readCatalogReadiness)?.ready === false;
  const empty = useLiveQuery(listEmptyRequiredCatalogs) ?? [];
  return (
    <StepNotices className="evaluation-whole">
      {isMissing && <MissingCatalogsNotice />}
      {!isMissing && empty.length > 0 && (
        <EmptyCatalogsNotice account={account} canWait={entryId === null} empty={empty} />
      )}
    </StepNotices>
  );
}

interface CompanyFieldProps {
  wizard: WizardState;
  field: keyof TypedCompanies;
  placeholder?: string;
  required?: boolean;
  clearLabel?: string;
}

function CompanyField({ wizard, field, ...look }: CompanyFieldProps) {
  const { account, branchId, entryId, form, typedCompanies, noteTypedCompany } = wizard;
  const input = catalogInputProps(wizard, field);
  const { value } = input;
  const chosen = useLiveQuery(() => findCatalogRow('companies', value), [value]);
  const messageFor = (query: string, hasMatches = false) => (
    <LazyMissingCompanyNotice
      {...{ account, form, query, hasMatches, canWait: entryId === null }}
      onChoose={input.onChange}
    />
  );
  return (
    <>
      <SearchSelect
        {...createCatalogSource('companies', account.userId, branchId)}
        {...input}
        {...look}
        typedBefore={typedCompanies[field]}
        onTyped={(text) => noteTypedCompany(field, text)}
        missing={messageFor}
        showAside={chosen?.isProposed ?? false}
      />
      {chosen?.id === value && !chosen.active && !chosen.isProposed && messageFor(chosen.name)}
    </>
  );
}

interface EvaluationStepProps {
  wizard: WizardState;
  /** Usual choices; undefined while they are being read from the device. */
  usual: UsualChoiceLists | undefined;
}

export function EvaluationStep({ wizard, usual }: EvaluationStepProps) {
  const { form, branchId } = wizard;
  const { employer_company_id, contractor_company_id } = form.values;
  const type = catalogInputProps(wizard, 'evaluation_type_id');
  const employer = catalogInputProps(wizard, 'employer_company_id');
  return (
    // The fields are hidden until the usual choices are loaded, because these move the fields, and the user could tap the wrong
    // field.
    <div className="evaluation-fields" data-asking={usual === undefined || undefined}>
      <CatalogNotices wizard={wizard} />
      <UsualVisits offers={usual?.visits ?? []} onVisit={(chosen) => void wizard.takeVisit(chosen)} />
      <div className="evaluation-choice evaluation-whole evaluation-type">
        <SearchSelect
          {...createCatalogSource('evaluation-types', wizard.ownerId, branchId)}
          {...type}
          required
          placeholder="Escribe o elige"
        />
        <UsualChoices {...type} label="Tipos habituales" usual={usual?.types ?? []} />
      </div>
      <div className="evaluation-choice evaluation-whole evaluation-employer">
        <CompanyField
          wizard={wizard}
          field="employer_company_id"
          required
          placeholder="Nombre, código o ciudad"
        />
        <UsualChoices {...employer} label="Empresas habituales" usual={usual?.companies ?? []} />
      </div>
      <div className="evaluation-choice">
        <CompanyField wizard={wizard} field="contractor_company_id" clearLabel="Quitar contratista" />
      </div>
      <div>
        {/* Mantine's `Textarea` would add code for automatic growth, which is not needed (size budget). */}
        <InputBase
          component="textarea"
          multiline
          label={FIELD_LABELS.additional_info}
          rows={2}
          autoComplete="off"
          {...form.getInputProps('additional_info')}
        />
      </div>
      {employer_company_id !== '' && employer_company_id === contractor_company_id && (
        <StepNotices className="evaluation-whole">
          <Notice kind="warn">La empresa contratista es la misma empleadora. Revísala.</Notice>
        </StepNotices>
      )}
      {employer_company_id !== '' && <JobProfile className="evaluation-whole" form={form.values} />}
      {wizard.additional?.inputs(form, 1)}
    </div>
  );
}
