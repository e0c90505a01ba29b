import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Card } from '../display/card.tsx';
import { EmptyState } from '../display/empty-state.tsx';
import { PageHeader } from './page-header.tsx';

interface NoPermissionProps {
  /** Title of the page. */
  page: string;
  /** Action that the user may not perform: 'registrar pacientes'. */
  what: string;
  /** Name of the permission, as the administration shows it. */
  permission: string;
}

/**
 * Renders the page that a user without permission sees: the missing permission, the person to contact, and a link to another
 * page.
 */
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
