import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CreatedUser } from '#contract/records/people/users.ts';
import type { Account } from '#sync/session/session.ts';
import { passwordResetLink } from '#sync/messages/password-link.ts';
import { ShareableLink } from '#components/handed-link.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { ActionBar } from '#ui/display/cards/card-bar.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { InviteForm } from './invite-form.tsx';
import { requireUserManagement } from '../require-users.tsx';
import './new-user-page.css';

/** Result of the invitation. Its link is shown only once and is lost when the user leaves this screen. */
const CreatedUserCard = ({ user, onAnother }: { user: CreatedUser; onAnother: () => void }) => (
  <Card title={user.display_name}>
    <div className="users-created">
      {user.invite_token === undefined ? (
        <Notice kind="ok" title="Usuario creado correctamente.">
          {user.status === 'active' &&
            'Para que pueda entrar, genera en su ficha un enlace con el que elige su contraseña.'}
        </Notice>
      ) : (
        <>
          <Notice kind="ok" title="Usuario invitado. Comparte el enlace de activación enviado por correo." />
          <ShareableLink
            label="Enlace de activación"
            link={passwordResetLink(location.origin, user.invite_token)}
            hint="Se muestra una sola vez, sirve una sola vez y vence en 7 días."
          />
        </>
      )}
      <ActionBar>
        <Button component={Link} to={`/admin/users/${user.id}`} variant="filled">
          Ver usuario
        </Button>
        <Button onClick={onAnother} leftSection={<Icon name="personAdd" />}>
          Invitar otro
        </Button>
      </ActionBar>
    </div>
  </Card>
);

function NewUserContent({ account }: { account: Account }) {
  const [created, setCreated] = useState<CreatedUser | null>(null);
  return (
    <>
      <PageHeader
        title="Invitar usuario"
        actions={
          <Button component={Link} to="/admin/users" variant="subtle">
            Volver al listado
          </Button>
        }
      />
      {created ? (
        <CreatedUserCard user={created} onAnother={() => setCreated(null)} />
      ) : (
        // The `key` remounts the form when the active branch changes, because other branches may then be chosen.
        <InviteForm key={account.branchId} account={account} onCreated={setCreated} />
      )}
    </>
  );
}

/** Page `/admin/users/new`, 'Invitar usuario' (P5, P8). */
export const NewUserPage = requireUserManagement(NewUserContent);
