import { Textarea } from '@mantine/core';
import { Notice } from '#ui/notice.tsx';
import { CatalogSelect } from '../form/catalog-select.tsx';
import { CatalogNotice } from './catalog-notice.tsx';
import type { WizardForm } from './step-props.ts';

interface EvaluationStepProps {
  form: WizardForm;
  ownerId: string;
}

/** 'Evaluación y empresas' */
export function EvaluationStep({ form, ownerId }: EvaluationStepProps) {
  const { employerCompanyId, contractorCompanyId } = form.values;
  const catalog = (field: 'evaluationTypeId' | 'employerCompanyId' | 'contractorCompanyId') => {
    const { value, error, onChange } = form.getInputProps(field);
    return { value, error, onChange, ownerId, 'data-path': field } as {
      value: string;
      error?: string;
      onChange: (id: string) => void;
      ownerId: string;
      'data-path': string;
    };
  };
  return (
    <div className="form-grid">
      <div className="span-12 notices">
        <CatalogNotice />
      </div>
      <div className="span-12">
        <CatalogSelect
          label="Tipo de evaluación"
          resource="evaluation-types"
          placeholder="Escribe o elige"
          {...catalog('evaluationTypeId')}
        />
      </div>
      <div className="span-6">
        <CatalogSelect
          label="Empresa empleadora"
          resource="companies"
          placeholder="Nombre, código o ciudad"
          {...catalog('employerCompanyId')}
        />
      </div>
      <div className="span-6">
        <CatalogSelect
          label="Empresa contratista"
          resource="companies"
          placeholder="Opcional"
          clearLabel="Quitar contratista"
          {...catalog('contractorCompanyId')}
        />
      </div>
      {employerCompanyId !== '' && employerCompanyId === contractorCompanyId && (
        <div className="span-12 notices">
          <Notice kind="warn">La empresa contratista es la misma empleadora. Revísala.</Notice>
        </div>
      )}
      <div className="span-12">
        <Textarea
          label="Información adicional"
          placeholder="Opcional"
          rows={3}
          autoComplete="off"
          {...form.getInputProps('additionalInfo')}
        />
      </div>
    </div>
  );
}
