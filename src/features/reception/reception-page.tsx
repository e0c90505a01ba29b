import { useSearchParams } from 'react-router-dom';
import { Uuid } from '#contract/primitives.ts';
import { PERMISSION_LABELS } from '#contract/vocabulary.ts';
import type { Account } from '#sync/session/session.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { NoPermission } from '#ui/page/no-permission.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { Desk } from './desk.tsx';

const PAGE = 'Registrar paciente';

const NoBranch = ({ account }: { account: Account }) => (
  <>
    <PageHeader title={PAGE} />
    <Notice kind="warn" title="No tienes una sede asignada.">
      {noBranchText(account)}
    </Notice>
  </>
);

const noBranchText = (account: Account): string =>
  account.actions.includes('user_management')
    ? 'Selecciona una sede activa desde la barra superior.'
    : 'Pide al administrador que te asigne una sede.';

/** `/reception`, `/pacientes`; with `?entry=` the refused entry of that id is corrected (an id names nobody, D5). */
export function ReceptionPage({ account }: { account: Account }) {
  const [params] = useSearchParams();
  const entry = Uuid.safeParse(params.get('entry'));
  const entryId = entry.success ? entry.data : null;
  if (!account.actions.includes('register_patients'))
    return (
      <NoPermission page={PAGE} what="registrar pacientes" permission={PERMISSION_LABELS.register_patients} />
    );
  if (account.branchId === null) return <NoBranch account={account} />;
  return (
    <Desk
      key={`${account.userId}:${entryId ?? 'new'}`}
      account={account}
      branchId={account.branchId}
      entryId={entryId}
    />
  );
}
