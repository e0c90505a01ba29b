import { Button } from '@mantine/core';
import { useState } from 'react';
import { emptyRegistration } from '#domain/registration.ts';
import { discardDraft } from '#sync/changes/on-device.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { SavedLine } from '../draft/saved-line.tsx';
import { tellOtherWindows } from '../draft/draft-channel.ts';
import type { WizardStart } from '../draft/start.ts';
import type { DraftKey } from '../draft/draft-channel.ts';
import type { WizardState } from './use-wizard.ts';
import { Notices } from '../steps/notices.tsx';

interface WizardHeaderProps {
  draftKey: DraftKey;
  wizard: WizardState;
  start: WizardStart;
  onRestart: () => void;
}

const isEmpty = ({ form, captures }: WizardState): boolean =>
  JSON.stringify(form.values) === JSON.stringify(emptyRegistration) &&
  captures.pictures.photo === null &&
  captures.pictures.signature === null;

/** Title, what is saved, and the way to begin again. */
export function WizardHeader({ draftKey, wizard, start, onRestart }: WizardHeaderProps) {
  const [asking, setAsking] = useState(false);
  const [restored, setRestored] = useState(start.restored);
  // Whoever goes on has seen it; it does not come back when a key is taken back.
  if (restored && wizard.draft.changed) setRestored(false);
  const correcting = draftKey.entryId !== null;
  const empty = isEmpty(wizard);

  const restart = async () => {
    wizard.draft.saver.stop();
    await discardDraft(draftKey.ownerId, draftKey.entryId);
    tellOtherWindows(draftKey);
    onRestart();
  };
  return (
    <>
      <PageHeader
        title={correcting ? 'Corregir y enviar' : 'Registrar paciente'}
        // The last step has nothing to type, and its buttons need the room.
        sub={wizard.step < 2 ? <SavedLine draft={wizard.draft} restored={start.restored} /> : undefined}
        actions={
          !empty && (
            <Button variant="subtle" onClick={() => setAsking(true)}>
              {correcting ? 'Deshacer cambios' : 'Empezar de nuevo'}
            </Button>
          )
        }
      />
      {restored && !empty && (
        <Notices>
          <Notice
            kind="info"
            title="Borrador recuperado"
            action={<Button onClick={() => setRestored(false)}>Continuar</Button>}
          >
            Sigue donde ibas, o empieza de nuevo si es otra persona.
          </Notice>
        </Notices>
      )}
      <ConfirmDialog
        opened={asking}
        title={correcting ? '¿Deshacer los cambios?' : '¿Empezar de nuevo?'}
        confirmLabel={correcting ? 'Deshacer cambios' : 'Empezar de nuevo'}
        tone="danger"
        onConfirm={() => void restart().catch(reportError)}
        onCancel={() => setAsking(false)}
      >
        {correcting
          ? 'Se vuelve a lo que se confirmó. Lo que cambiaste aquí se pierde.'
          : 'Se borran los datos escritos, la foto y la firma de este borrador.'}
      </ConfirmDialog>
    </>
  );
}
