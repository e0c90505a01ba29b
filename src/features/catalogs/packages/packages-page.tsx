import type { Account } from '#sync/session/session.ts';
import { requestExamPackages } from '#sync/reads/exam-packages.ts';
import { RecordListPage } from '../record-list-page.tsx';
import { PackageForm, packageTitle } from './package-form.tsx';

/** `/admin/catalogs/packages`: usual exams for each evaluation type and job. Packages without exams were removed. */
export const PackagesPage = ({ account }: { account: Account }) => (
  <RecordListPage
    account={account}
    name="exam-packages"
    request={requestExamPackages}
    texts={{
      title: 'Paquetes de exámenes',
      sub: 'Lo que se pide de costumbre. Al médico se le propone; nada se agrega solo.',
      couldNotLoad: 'No se pudieron cargar los paquetes.',
      create: 'Nuevo paquete',
      list: 'Paquetes',
    }}
    empty={{
      icon: 'flask',
      title: 'Todavía no hay paquetes.',
      children: 'Los médicos podrán elegirlos al abrir una evaluación sin exámenes.',
    }}
    describe={(one) =>
      one.exams.length === 0
        ? null
        : {
            key: packageTitle(one),
            title: packageTitle(one),
            detail: one.exams.map(({ name }) => name).join(', '),
          }
    }
    Form={PackageForm}
  />
);
