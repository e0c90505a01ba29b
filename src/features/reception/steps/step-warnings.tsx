import type { RegistrationForm } from '#domain/registration.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { bogotaToday } from '../form/bogota-day.ts';
import type { RegistrationFieldName } from '../form/registration-schema.ts';
import { softWarnings } from '../form/soft-warnings.ts';
import { MissingData } from './missing-data.tsx';
import { StepNotices } from './notices.tsx';
import './step-warnings.css';

function SoftWarningNotices({ form }: { form: RegistrationForm }) {
  const { document, birth_date } = softWarnings(form, bogotaToday());
  const all = [...document, ...birth_date];
  return all.length === 0 ? null : (
    <StepNotices className="summary-warnings">
      <Notice kind="warn">{all.join(' ')}</Notice>
    </StepNotices>
  );
}

interface StepWarningsProps {
  form: RegistrationForm;
  onEdit: (step: 0 | 1, field?: RegistrationFieldName) => void;
}

export const StepWarnings = ({ form, onEdit }: StepWarningsProps) => (
  <>
    <MissingData form={form} onEdit={onEdit} />
    <SoftWarningNotices form={form} />
  </>
);
