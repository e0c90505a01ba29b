import { PERMISSION_LABELS } from '#contract/vocabulary.ts';
import type { Account } from '#sync/session/session.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { NoPermission } from '#ui/page/no-permission.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';

const PAGE = 'Registrar paciente';

const noBranchText = (account: Account): string =>
  account.actions.includes('user_management')
    ? 'Selecciona una sede activa desde la barra superior.'
    : 'Pide al administrador que te asigne una sede.';

export const NoReception = ({ account }: { account: Account }) =>
  account.actions.includes('register_patients') ? (
    <>
      <PageHeader title={PAGE} />
      <Notice kind="warn" title="No tienes una sede asignada.">
        {noBranchText(account)}
      </Notice>
    </>
  ) : (
    <NoPermission page={PAGE} what="registrar pacientes" permission={PERMISSION_LABELS.register_patients} />
  );
