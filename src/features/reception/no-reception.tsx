import { PERMISSION_DEFINITIONS } from '#contract/vocabulary.ts';
import type { Account } from '#sync/session/session.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { NoPermission } from '#ui/page/no-permission.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';

const PAGE_TITLE = 'Registrar paciente';

const noBranchAdvice = (account: Account): string =>
  account.actions.includes('user_management')
    ? 'Selecciona una sede activa desde la barra superior.'
    : 'Pide al administrador que te asigne una sede.';

export const ReceptionUnavailable = ({ account }: { account: Account }) =>
  account.actions.includes('register_patients') ? (
    <>
      <PageHeader title={PAGE_TITLE} />
      <Notice kind="warn" title="No tienes una sede asignada.">
        {noBranchAdvice(account)}
      </Notice>
    </>
  ) : (
    <NoPermission
      page={PAGE_TITLE}
      what="registrar pacientes"
      permission={PERMISSION_DEFINITIONS.register_patients.label}
    />
  );
