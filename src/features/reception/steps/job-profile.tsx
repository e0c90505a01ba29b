import { useLiveQuery } from 'dexie-react-hooks';
import {
  packageContentText,
  packageCriteriaOfForm,
  packageScopeText,
  selectExamPackage,
} from '#domain/evaluation/worksheet/exam-package.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { readPackages } from '../additional/fields-by-form.ts';
import { StepNotices } from './notices.tsx';

/** Job profile that a company has for the chosen type and job; nothing without one. */
export function JobProfile({ form, className }: { form: RegistrationForm; className: string }) {
  const packages = useLiveQuery(readPackages) ?? [];
  const found = selectExamPackage(packages, packageCriteriaOfForm(form));
  if (!found?.company) return null;
  return (
    <StepNotices className={className}>
      <Notice kind="info" title={`Perfil de cargo: ${packageScopeText(found)}`}>
        {packageContentText(found)}
      </Notice>
    </StepNotices>
  );
}
