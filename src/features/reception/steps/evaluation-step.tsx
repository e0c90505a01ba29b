import { InputBase } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, type ReactNode } from 'react';
import { readCatalogReadiness, listEmptyRequiredCatalogs } from '#storage/cache/catalogs.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import type { TypedCompanies, RegistrationChoices } from '#domain/registration.ts';
import { focusNextField } from '../form/enter.ts';
import { FIELD_LABELS } from '../form/field-details.ts';
import type { Account } from '#sync/session/session.ts';
import { CompanyField } from './company-field.tsx';
import type { WizardForm } from '../form/step-props.ts';
import { StepNotices } from './notices.tsx';
import type { UsualChoiceLists } from '../visits/use-usual.ts';
import { UsualChoices } from '../visits/usual-choices.tsx';
import { UsualVisits } from '../visits/usual-visits.tsx';
import './evaluation-step.css';

const LazyMissingCatalogsNotice = lazyComponent(() =>
  import('./catalog-notice.tsx').then((loaded) => loaded.MissingCatalogsNotice),
);

const LazyEmptyCatalogsNotice = lazyComponent(() =>
  import('./catalog-notice.tsx').then((loaded) => loaded.EmptyCatalogsNotice),
);

interface EvaluationStepProps {
  form: WizardForm;
  account: Account;
  branchId: string;
  canWait: boolean;
  typed: TypedCompanies;
  onTyped: (field: keyof TypedCompanies, text: string) => void;
  /** Usual choices; undefined while they are being read from the device. */
  usual: UsualChoiceLists | undefined;
  onVisit: (chosen: RegistrationChoices) => void;
  /** Inputs of the clinic's own fields. */
  additional: ReactNode;
}

/** Focuses the next field after a choice, unless the user has left this field during the search. */
const focusNextIfFocused = (field: HTMLElement) => field === document.activeElement && focusNextField(field);

function createCatalogInputProps(form: WizardForm, field: keyof RegistrationChoices) {
  const { value, error, onChange } = form.getInputProps(field);
  return { value, error, onChange, onEntered: focusNextIfFocused, 'data-path': field } as {
    value: string;
    error?: string;
    onChange: (id: string) => void;
    onEntered: (field: HTMLElement) => void;
    'data-path': string;
  };
}

function CatalogNotices({ account, canWait }: Pick<EvaluationStepProps, 'account' | 'canWait'>) {
  const isMissing = useLiveQuery(readCatalogReadiness)?.ready === false;
  const empty = useLiveQuery(listEmptyRequiredCatalogs) ?? [];
  return (
    <StepNotices className="evaluation-whole">
      {isMissing && (
        <Suspense>
          <LazyMissingCatalogsNotice />
        </Suspense>
      )}
      {!isMissing && empty.length > 0 && (
        <Suspense>
          <LazyEmptyCatalogsNotice {...{ account, canWait, empty }} />
        </Suspense>
      )}
    </StepNotices>
  );
}

export function EvaluationStep(props: EvaluationStepProps) {
  const { form, account, branchId, canWait, typed, onTyped, usual, onVisit, additional } = props;
  const desk = { account, branchId, canWait };
  const { employer_company_id, contractor_company_id } = form.values;
  const catalog = (field: keyof RegistrationChoices) => createCatalogInputProps(form, field);
  const textOf = (field: keyof TypedCompanies) => ({
    typedBefore: typed[field],
    onTyped: (text: string) => onTyped(field, text),
  });
  return (
    // The fields are hidden until the usual choices are loaded, because these move the fields, and the user could tap the wrong
    // field.
    <div className="evaluation-fields" data-asking={usual === undefined || undefined}>
      <CatalogNotices account={account} canWait={canWait} />
      <UsualVisits offers={usual?.visits ?? []} onVisit={onVisit} />
      <div className="evaluation-choice evaluation-whole evaluation-type">
        <SearchSelect
          label={FIELD_LABELS.evaluation_type_id}
          required
          {...createCatalogSource('evaluation-types', account.userId, branchId)}
          placeholder="Escribe o elige"
          {...catalog('evaluation_type_id')}
        />
        <UsualChoices
          label="Tipos habituales"
          usual={usual?.types ?? []}
          {...catalog('evaluation_type_id')}
        />
      </div>
      <div className="evaluation-choice evaluation-whole evaluation-employer">
        <CompanyField
          {...desk}
          label={FIELD_LABELS.employer_company_id}
          required
          placeholder="Nombre, código o ciudad"
          {...textOf('employer_company_id')}
          {...catalog('employer_company_id')}
        />
        <UsualChoices
          label="Empresas habituales"
          usual={usual?.companies ?? []}
          {...catalog('employer_company_id')}
        />
      </div>
      <div className="evaluation-choice">
        <CompanyField
          {...desk}
          label={FIELD_LABELS.contractor_company_id}
          {...textOf('contractor_company_id')}
          clearLabel="Quitar contratista"
          {...catalog('contractor_company_id')}
        />
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
      {additional}
    </div>
  );
}
