import { documentIn, isOtherPatient, nameIn, type RegistrationForm } from '#domain/registration.ts';
import { Notice } from '#ui/notices/notice.tsx';

const personOf = (form: RegistrationForm): string =>
  [nameIn(form), documentIn(form)].filter(Boolean).join(', ');

/** Says what a changed document does to the registration. */
export function MovedNotice({ before, form }: { before: RegistrationForm; form: RegistrationForm }) {
  if (documentIn(form) === '' || !isOtherPatient(before, form)) return null;
  return (
    <Notice kind="warn" title="Cambiaste el documento: este registro es de otra persona">
      La evaluación pasa de {personOf(before)} a {personOf(form)}. Los datos de {nameIn(before)} no cambian.
    </Notice>
  );
}
