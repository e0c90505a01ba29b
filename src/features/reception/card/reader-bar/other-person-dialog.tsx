import { Button, Checkbox, Modal } from '@mantine/core';
import { useState } from 'react';
import type { CardPerson } from '#domain/card/reading.ts';
import { identityOfForm, type RegistrationForm } from '#domain/registration.ts';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { formatIdentity } from '../../form/identity-text.ts';
import { hasAnyVisitChoice, type PresentCaptures } from '../filling/card-fill.ts';
import type { useCardFill } from '../filling/use-card-fill.ts';
import { cardNounWithArticle, formatDataToDelete, formatCardholder } from './messages.ts';
import './other-person-dialog.css';

interface OtherPersonDialogProps {
  person: CardPerson;
  fill: ReturnType<typeof useCardFill>;
  form: RegistrationForm;
  captured: PresentCaptures;
}

/**
 * Dialog for another person's card in a registration with a photo, signature, job or companies. The card fills in nothing
 * before the user has decided. Escape, the close button and a tap outside the dialog change nothing.
 */
export function OtherPersonDialog({ person, fill, form, captured }: OtherPersonDialogProps) {
  useRestoreFocus();
  const [keepsVisit, setKeepsVisit] = useState(false);
  const { canPark } = fill;
  return (
    <Modal opened onClose={fill.leave} title="El documento leído es de otra persona" size={620}>
      <div className="other-person-text">
        <p>
          Estás registrando a <b>{formatIdentity(identityOfForm(form))}</b>; leíste{' '}
          {cardNounWithArticle(person)} de <b>{formatCardholder(person)}</b>.
        </p>
        <p>{formatDataToDelete(form, captured, { keepsVisit, canWait: canPark })}</p>
      </div>
      {hasAnyVisitChoice(form) && (
        <Checkbox
          classNames={{ body: 'other-person-visit' }}
          label="Al cambiar, conservar el tipo y las empresas"
          checked={keepsVisit}
          onChange={({ currentTarget }) => setKeepsVisit(currentTarget.checked)}
        />
      )}
      <DialogActions>
        <Button data-autofocus onClick={fill.leave}>
          Cancelar
        </Button>
        <Button onClick={() => fill.exchange(keepsVisit)}>Cambiar de persona</Button>
        {canPark && (
          <Button variant="filled" onClick={fill.park}>
            Dejar en espera
          </Button>
        )}
      </DialogActions>
    </Modal>
  );
}
