import { packageContentText } from '#domain/evaluation/worksheet/exam-package.ts';
import type { Account } from '#sync/session/session.ts';
import { requestExamPackages } from '#sync/reads/exam-packages.ts';
import { RecordListPage } from '../record-list-page.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { PackageForm } from './package-form.tsx';
import { packageNoun, packageTitle } from './package-values.ts';

/**
 * `/admin/catalogs/packages`: usual exams for each evaluation type, company and job. Packages without exams were removed.
 */
export const PackagesPage = ({ account }: { account: Account }) => (
  <RecordListPage
    account={account}
    name="exam-packages"
    request={requestExamPackages}
    texts={{
      title: 'Paquetes de exámenes',
      sub: 'Lo que se pide de costumbre; con empresa es un perfil de cargo. Al médico se le propone; nada se agrega solo.',
      couldNotLoad: 'No se pudieron cargar los paquetes.',
      create: 'Nuevo paquete',
      list: 'Paquetes',
    }}
    empty={{
      icon: 'flask',
      title: 'Todavía no hay paquetes.',
      children: 'Los médicos podrán elegirlos al abrir una evaluación sin exámenes.',
    }}
    describe={(one) => {
      const detail = packageContentText(one);
      const title = packageTitle(one);
      return detail === null
        ? null
        : {
            key: title,
            title,
            detail,
            badge: one.company ? <StatusTag kind="info">{packageNoun(true).title}</StatusTag> : undefined,
          };
    }}
    Form={PackageForm}
  />
);
