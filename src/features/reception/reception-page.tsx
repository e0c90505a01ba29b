import { useSearchParams } from 'react-router-dom';
import { Uuid } from '#contract/primitives.ts';
import type { Account } from '#sync/session.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Desk } from './desk.tsx';
import './reception.css';

const Barred = ({ title, text }: { title: string; text: string }) => (
  <>
    <PageHeader title="Registrar paciente" />
    <Notice kind="warn" title={title}>
      {text}
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
      <Barred
        title="No tienes permiso para registrar pacientes."
        text="Pide al administrador el permiso «Recepción de pacientes»."
      />
    );
  if (account.branchId === null)
    return <Barred title="No tienes una sede asignada." text={noBranchText(account)} />;
  return (
    <Desk
      key={`${account.userId}:${entryId ?? 'new'}`}
      account={account}
      branchId={account.branchId}
      entryId={entryId}
    />
  );
}
