import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Doctor } from '#contract/catalogs/doctors.ts';
import type { User } from '#contract/records/people/users.ts';
import { roleWithExactPermissions } from '#domain/access/roles.ts';
import { fetchUsers, createPasswordResetToken } from '#sync/administration/users.ts';
import { passwordResetLink } from '#sync/messages/password-link.ts';
import { saveFailureOf, saveFailureReasonText, type SaveFailure } from '#sync/messages/failure-text.ts';
import { linkDoctor } from '#sync/administration/doctor-links.ts';
import { ShareableLink } from '#components/handed-link.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { useUnlinkedUsersAndDoctors } from '../state/queries.ts';
import { LinkSelect, doctorIdToLink, doctorOptions } from './doctor-link.tsx';
import { formatUserSummary } from './people.ts';
import { InvitePersonForm } from './people-form.tsx';
import { StepFoot } from './step-form.tsx';
import type { StepProps } from './step.ts';
import './people-step.css';

const NO_DOCTORS: readonly Doctor[] = [];
const ALL_USERS_FILTER = { q: '', status: 'all', direction: 'asc' } as const;

/**
 * Link that the screen shows once: the link of the invitation just created, or a new link for a user who was invited earlier.
 */
interface ShownLink {
  readonly name: string;
  readonly token: string;
}

const InvitationLink = ({ shown }: { shown: ShownLink }) => (
  <div className="setup-link">
    <Notice kind="ok" title={`${shown.name} ya puede entrar con este enlace.`}>
      Ahí elige su contraseña. Si el servidor envía correos, también le llega por correo.
    </Notice>
    <ShareableLink
      label={`Enlace de ${shown.name}`}
      link={passwordResetLink(location.origin, shown.token)}
      hint="Se muestra una sola vez, sirve una sola vez y vence en 7 días."
    />
  </div>
);

interface DoctorLinkFormProps {
  user: User;
  doctors: readonly Doctor[];
  disabled: boolean;
  onLinkTried: () => void;
}

/** Links an invited user with a doctor's role to a doctor, if the invitation did not do so. */
function DoctorLinkForm({ user, doctors, disabled, onLinkTried }: DoctorLinkFormProps) {
  const [chosen, setChosen] = useState('');
  const { busy, trouble, run } = useChangeRunner<SaveFailure>();
  const value = doctorIdToLink(chosen, user.display_name, doctors);
  const link = async (): Promise<SaveFailure | null> => {
    const failure = await linkDoctor(user, value);
    onLinkTried();
    return failure;
  };
  return (
    <div className="setup-missing-link">
      <LinkSelect
        label={`Médico de ${user.display_name}`}
        data={doctorOptions(doctors)}
        value={value}
        error={trouble && saveFailureReasonText(trouble)}
        onChange={setChosen}
      />
      <Button loading={busy} disabled={disabled || value === ''} onClick={() => void run(link)}>
        Asignar médico
      </Button>
    </div>
  );
}

interface PersonRowProps extends DoctorLinkFormProps {
  onLink: (shown: ShownLink) => void;
}

/** Invited user with a button for a new link, in case the link was lost. A new link makes the previous one invalid. */
function PersonRow({ user, doctors, disabled, onLink, onLinkTried }: PersonRowProps) {
  const { busy, trouble, run } = useChangeRunner<string>();
  const makeLink = async (): Promise<string | null> => {
    const result = await createPasswordResetToken(user);
    if (result.type !== 'saved')
      return saveFailureOf(result, 'No se pudo generar el enlace de restablecimiento.').text;
    onLink({ name: user.display_name, token: result.body });
    return null;
  };
  return (
    <li className="setup-colleague">
      <span>
        <strong>{user.display_name}</strong> <span>{formatUserSummary(user)}</span>
        {trouble !== null && <em role="alert">{trouble}</em>}
      </span>
      {user.status === 'invited' && (
        <Button
          variant="subtle"
          size="compact-md"
          loading={busy}
          disabled={disabled}
          aria-label={`Enlace nuevo para ${user.display_name}`}
          onClick={() => void run(makeLink)}
        >
          Enlace nuevo
        </Button>
      )}
      {doctors.length > 0 && (
        <DoctorLinkForm user={user} doctors={doctors} disabled={disabled} onLinkTried={onLinkTried} />
      )}
    </li>
  );
}

const isUnlinkedDoctorUser = ({ id, actions }: User, unlinked: readonly User[]): boolean =>
  roleWithExactPermissions(actions)?.key === 'doctor' && unlinked.some((user) => user.id === id);

/** Queries the clinic's other users; first page only. */
const useColleagues = (ownerId: string) =>
  useQuery({
    queryKey: ['users', ownerId, 'setup'],
    queryFn: () => fetchUsers(ALL_USERS_FILTER, 1),
    staleTime: 0,
    select: ({ items }) => items.filter(({ id }) => id !== ownerId),
  });

/** Step that invites colleagues, who get a link by mail or in person. The step stays open for the next invitation. */
export function PeopleStep({ account, draft, disabledReason, onDone, onSkip }: StepProps) {
  const [shown, setShown] = useState<ShownLink | null>(null);
  const [linkTrouble, setLinkTrouble] = useState<string | null>(null);
  const { data: colleagues = [], refetch } = useColleagues(account.userId);
  const links = useUnlinkedUsersAndDoctors(account);
  const { doctors = [], users: signers = [] } = links.data ?? {};
  const hasSomebody = colleagues.length > 0;
  const refetchUsers = () => {
    void refetch();
    void links.refetch();
  };
  return (
    <>
      {shown && <InvitationLink shown={shown} />}
      <InvitePersonForm
        account={account}
        draft={draft}
        disabledReason={disabledReason}
        doctors={doctors}
        onInvited={({ display_name: name, invite_token: token }, trouble) => {
          setShown(token === undefined ? null : { name, token });
          setLinkTrouble(trouble && `${name} quedó en la lista sin médico asignado. ${trouble}`);
          if (token === undefined) toast('ok', 'Usuario creado correctamente.');
          refetchUsers();
        }}
      />
      {linkTrouble !== null && (
        <Notice kind="warn" title="Falta asignarle su médico.">
          {linkTrouble} Asígnalo aquí abajo.
        </Notice>
      )}
      {hasSomebody && (
        <ul className="setup-colleagues" aria-label="Ya invitados">
          {colleagues.map((user) => (
            <PersonRow
              key={user.id}
              user={user}
              doctors={isUnlinkedDoctorUser(user, signers) ? doctors : NO_DOCTORS}
              disabled={disabledReason !== null}
              onLink={setShown}
              onLinkTried={() => {
                setLinkTrouble(null);
                refetchUsers();
              }}
            />
          ))}
        </ul>
      )}
      <StepFoot
        label="Seguir"
        disabledReason={hasSomebody ? null : (disabledReason ?? '')}
        onSkip={hasSomebody ? null : onSkip}
        onMain={() => void onDone()}
      />
    </>
  );
}
