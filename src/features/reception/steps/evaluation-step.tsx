import { InputBase } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense } from 'react';
import { catalogState, emptyCatalogs } from '#storage/cache/catalogs.ts';
import { catalogSource } from '#sync/catalogs/catalog-source.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import type { TypedCompanies, VisitChoices } from '#domain/registration.ts';
import { goOnFrom } from '../form/enter.ts';
import { LABELS } from '../form/field-details.ts';
import type { Account } from '#sync/session/session.ts';
import { CompanyField } from './company-field.tsx';
import type { WizardForm } from '../form/step-props.ts';
import { Notices } from './notices.tsx';
import type { Usual } from '../visits/use-usual.ts';
import { UsualChoices } from '../visits/usual-choices.tsx';
import { UsualVisits } from '../visits/usual-visits.tsx';
import './evaluation-step.css';

/** Of a device that has nothing to choose from yet. */
const CatalogNotice = lazyPiece(() => import('./catalog-notice.tsx').then((late) => late.CatalogNotice));

/** Of a clinic that is not set up yet. */
const EmptyCatalogs = lazyPiece(() => import('./catalog-notice.tsx').then((late) => late.EmptyCatalogs));

interface EvaluationStepProps {
  form: WizardForm;
  account: Account;
  branchId: string;
  /** The registration can be left in wait: a correction cannot. */
  canWait: boolean;
  /** What stood in the companies' fields without being chosen. */
  typed: TypedCompanies;
  onTyped: (field: keyof TypedCompanies, text: string) => void;
  /** Undefined while the device is asked. */
  usual: Usual | undefined;
  onVisit: (chosen: VisitChoices) => void;
}

/** The choice comes later than the key: a user who has left the field meanwhile stays where they are. */
const goOnIfThere = (field: HTMLElement) => field === document.activeElement && goOnFrom(field);

function catalogInput(form: WizardForm, field: keyof VisitChoices) {
  const { value, error, onChange } = form.getInputProps(field);
  return { value, error, onChange, onEntered: goOnIfThere, 'data-path': field } as {
    value: string;
    error?: string;
    onChange: (id: string) => void;
    onEntered: (field: HTMLElement) => void;
    'data-path': string;
  };
}

/** What of the catalogues is not on the device, or holds nothing to choose. */
function CatalogNotices({ account, canWait }: Pick<EvaluationStepProps, 'account' | 'canWait'>) {
  const isMissing = useLiveQuery(catalogState)?.ready === false;
  const empty = useLiveQuery(emptyCatalogs) ?? [];
  return (
    <Notices className="evaluation-whole">
      {isMissing && (
        <Suspense>
          <CatalogNotice />
        </Suspense>
      )}
      {!isMissing && empty.length > 0 && (
        <Suspense>
          <EmptyCatalogs {...{ account, canWait, empty }} />
        </Suspense>
      )}
    </Notices>
  );
}

/** 'Evaluación y empresas' */
export function EvaluationStep(props: EvaluationStepProps) {
  const { form, account, branchId, canWait, typed, onTyped, usual, onVisit } = props;
  const desk = { account, branchId, canWait };
  const { employerCompanyId, contractorCompanyId } = form.values;
  const catalog = (field: keyof VisitChoices) => catalogInput(form, field);
  const textOf = (field: keyof TypedCompanies) => ({
    typedBefore: typed[field],
    onTyped: (text: string) => onTyped(field, text),
  });
  return (
    // Nothing to be touched before all that is offered has its place.
    <div className="evaluation-fields" data-asking={usual === undefined || undefined}>
      <CatalogNotices account={account} canWait={canWait} />
      <UsualVisits offers={usual?.visits ?? []} onVisit={onVisit} />
      <div className="evaluation-choice evaluation-whole evaluation-type">
        <SearchSelect
          label={LABELS.evaluationTypeId}
          required
          {...catalogSource('evaluation-types', account.userId, branchId)}
          placeholder="Escribe o elige"
          {...catalog('evaluationTypeId')}
        />
        <UsualChoices label="Tipos habituales" usual={usual?.types ?? []} {...catalog('evaluationTypeId')} />
      </div>
      <div className="evaluation-choice evaluation-whole evaluation-employer">
        <CompanyField
          {...desk}
          label={LABELS.employerCompanyId}
          required
          placeholder="Nombre, código o ciudad"
          {...textOf('employerCompanyId')}
          {...catalog('employerCompanyId')}
        />
        <UsualChoices
          label="Empresas habituales"
          usual={usual?.companies ?? []}
          {...catalog('employerCompanyId')}
        />
      </div>
      <div className="evaluation-choice">
        <CompanyField
          {...desk}
          label={LABELS.contractorCompanyId}
          {...textOf('contractorCompanyId')}
          clearLabel="Quitar contratista"
          {...catalog('contractorCompanyId')}
        />
      </div>
      <div>
        {/* Textarea would bring along what lets it grow, which nothing here does (size budget). */}
        <InputBase
          component="textarea"
          multiline
          label={LABELS.additionalInfo}
          rows={2}
          autoComplete="off"
          {...form.getInputProps('additionalInfo')}
        />
      </div>
      {employerCompanyId !== '' && employerCompanyId === contractorCompanyId && (
        <Notices className="evaluation-whole">
          <Notice kind="warn">La empresa contratista es la misma empleadora. Revísala.</Notice>
        </Notices>
      )}
    </div>
  );
}
