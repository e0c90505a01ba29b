import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Card } from '#ui/display/card.tsx';
import { EmptyState } from '#ui/display/empty-state.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';

/** In the place of a correction that is not to be made any more. */
export const NothingToCorrect = () => (
  <>
    <PageHeader title="Corregir y enviar" />
    <Card>
      <EmptyState
        title="Esta evaluación ya no espera correcciones"
        action={
          <Button component={Link} to="/pending" variant="filled">
            Ver pendientes de envío
          </Button>
        }
      >
        Se envió, se descartó o está en camino.
      </EmptyState>
    </Card>
  </>
);
