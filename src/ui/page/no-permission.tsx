import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Card } from '../display/card.tsx';
import { EmptyState } from '../display/empty-state.tsx';
import { PageHeader } from './page-header.tsx';

interface NoPermissionProps {
  /** Of the page. */
  page: string;
  /** What one may not do here: 'registrar pacientes'. */
  what: string;
  /** As the administration names it. */
  permission: string;
}

/** A page of the navigation that the person may not use: what is missing, whom to ask, and a way on. */
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
