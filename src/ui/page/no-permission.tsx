import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Card } from '../display/cards/card.tsx';
import { EmptyState } from '../display/cards/empty-state.tsx';
import { PageHeader } from './page-header.tsx';

interface NoPermissionProps {
  page: string;
  /** Action that the user may not perform, such as 'registrar pacientes'. */
  what: string;
  /** Name of the permission as displayed in the user administration. */
  permission: string;
}

/** Page for a user without permission: names the missing permission and the person to contact, and links to another page. */
export const NoPermission = ({ page, what, permission }: NoPermissionProps) => (
  <>
    <PageHeader title={page} />
    <Card>
      <EmptyState
        icon="info"
        title={`No tienes permiso para ${what}.`}
        action={
          <Button component={Link} to="/home" variant="filled">
            Ir al inicio
          </Button>
        }
      >
        Pide al administrador de tu clínica el permiso «{permission}».
      </EmptyState>
    </Card>
  </>
);
