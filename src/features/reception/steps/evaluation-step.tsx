import { InputBase } from '@mantine/core';
import { catalogSource } from '#sync/catalogs/catalog-source.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import type { VisitChoices } from '#domain/registration.ts';
import { LABELS } from '../form/field-details.ts';
import { CatalogNotice } from './catalog-notice.tsx';
import type { WizardForm } from '../form/step-props.ts';
import { SameAsPrevious } from './found-notice.tsx';
import { Notices } from './notices.tsx';
import { UsualChoices } from './usual-choices.tsx';
import { usePreviousVisit } from './visit-offers.ts';
import './evaluation-step.css';

interface EvaluationStepProps {
  form: WizardForm;
  ownerId: string;
  branchId: string;
  onVisit: (chosen: VisitChoices) => void;
}

/** 'Evaluación y empresas' */
export function EvaluationStep({ form, ownerId, branchId, onVisit }: EvaluationStepProps) {
  const previous = usePreviousVisit(ownerId);
  const { employerCompanyId, contractorCompanyId } = form.values;
  const catalog = (field: 'evaluationTypeId' | 'employerCompanyId' | 'contractorCompanyId') => {
    const { value, error, onChange } = form.getInputProps(field);
    return { value, error, onChange, 'data-path': field } as {
      value: string;
      error?: string;
      onChange: (id: string) => void;
      'data-path': string;
    };
  };
  return (
    <div className="evaluation-fields">
      <Notices className="evaluation-whole">
        <CatalogNotice />
      </Notices>
      {previous && (
        <div className="evaluation-whole">
          <SameAsPrevious offer={previous} onVisit={onVisit} />
        </div>
      )}
      <div className="evaluation-whole">
        <SearchSelect
          label={LABELS.evaluationTypeId}
          {...catalogSource('evaluation-types', ownerId, branchId)}
          placeholder="Escribe o elige"
          {...catalog('evaluationTypeId')}
        />
        <UsualChoices
          label="Tipos habituales"
          resource="evaluation-types"
          {...{ ownerId, branchId }}
          {...catalog('evaluationTypeId')}
        />
      </div>
      <div>
        <SearchSelect
          label={LABELS.employerCompanyId}
          {...catalogSource('companies', ownerId, branchId)}
          placeholder="Nombre, código o ciudad"
          {...catalog('employerCompanyId')}
        />
        <UsualChoices
          label="Empresas habituales"
          resource="companies"
          {...{ ownerId, branchId }}
          {...catalog('employerCompanyId')}
        />
      </div>
      <div>
        <SearchSelect
          label={LABELS.contractorCompanyId}
          {...catalogSource('companies', ownerId, branchId)}
          placeholder="Opcional"
          clearLabel="Quitar contratista"
          {...catalog('contractorCompanyId')}
        />
      </div>
      {employerCompanyId !== '' && employerCompanyId === contractorCompanyId && (
        <Notices className="evaluation-whole">
          <Notice kind="warn">La empresa contratista es la misma empleadora. Revísala.</Notice>
        </Notices>
      )}
      <div className="evaluation-whole">
        {/* Textarea would bring along what lets it grow, which nothing here does (size budget). */}
        <InputBase
          component="textarea"
          multiline
          label={LABELS.additionalInfo}
          placeholder="Opcional"
          rows={3}
          autoComplete="off"
          {...form.getInputProps('additionalInfo')}
        />
      </div>
    </div>
  );
}
