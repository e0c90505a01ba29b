import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { NoteParagraph } from './device-note.tsx';

/** Links to the preparation of the device for work without network. Shown only if the server offers extensions. */
export const BrigadeSection = () => (
  <Card title="Brigada">
    <ButtonRow>
      <Button component={Link} to="/brigade" leftSection={<Icon name="list" />}>
        Preparar este dispositivo
      </Button>
    </ButtonRow>
    <NoteParagraph>
      Deja aquí las personas citadas y todo lo que se necesita para registrar un día entero sin red.
    </NoteParagraph>
  </Card>
);
