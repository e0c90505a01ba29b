import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { PERMISSION_DEFINITIONS } from '#contract/vocabulary.ts';
import type { Account } from '#sync/session/session.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { readQueuedRegistration, type RegistrationEntry, type ItemView } from '#storage/outbox/entries.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { replaceRejectedMedia } from '#sync/outbox/replace-media.ts';
import { rejectionTitle } from '#sync/messages/rejection-text.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { ActionBar, ActionBarGap } from '#ui/display/cards/card-bar.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { NoPermission } from '#ui/page/no-permission.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { useUnsavedCheck } from '#ui/dialogs/unsaved.ts';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { PhotoCapture } from './capture/photo/photo-capture.tsx';
import { SignatureCapture } from './capture/signature/signature-capture.tsx';
import { useAuthorisation } from './capture/signature/use-authorisation.ts';
import { useSignature, type PictureChange } from './capture/signature/use-signature.ts';
import { PendingLink } from './done/rarely-shown.tsx';
import { rejectionOfItem, findRecapturablePictures, type CorrectionObstacle } from './draft/start.ts';
import { focusTitle } from './form/focus.ts';
import { StepNotices } from './steps/notices.tsx';

const PAGE_TITLE = 'Registrar paciente';

export const ReceptionUnavailable = ({ account }: { account: Account }) =>
  account.actions.includes('register_patients') ? (
    <>
      <PageHeader title={PAGE_TITLE} />
      <Notice kind="warn" title="No tienes una sede asignada.">
        {account.actions.includes('user_management')
          ? 'Selecciona una sede activa desde la barra superior.'
          : 'Pide al administrador que te asigne una sede.'}
      </Notice>
    </>
  ) : (
    <NoPermission
      page={PAGE_TITLE}
      what="registrar pacientes"
      permission={PERMISSION_DEFINITIONS.register_patients.label}
    />
  );

const OBSTACLE_TEXTS: Record<CorrectionObstacle, { title: string; text: string }> = {
  closed: {
    title: 'La evaluación ya está firmada',
    text: 'Pide a un médico que la reabra; después se puede corregir.',
  },
  lacking: { title: 'Este servidor no admite correcciones', text: 'Avisa al médico o al administrador.' },
  not_found: {
    title: 'Esta evaluación no está en tu sede',
    text: 'Revisa la sede activa, o pide la corrección en la sede donde se registró.',
  },
  not_waiting: {
    title: 'Esta evaluación ya no espera correcciones',
    text: 'Se descartó, pasó a otra persona o espera antes otra decisión tuya.',
  },
  unreachable: {
    title: 'Sin conexión con el servidor',
    text: 'Esta evaluación se registró en otro dispositivo: para corregirla aquí hace falta conexión.',
  },
};

export function CorrectionUnavailable({ why }: { why: CorrectionObstacle }) {
  const { title, text } = OBSTACLE_TEXTS[why];
  return (
    <>
      <PageHeader title="Corregir y enviar" />
      <Card>
        <EmptyState title={title} action={<PendingLink variant="filled" />}>
          {text}
        </EmptyState>
      </Card>
    </>
  );
}

const PICTURE_TITLES = { photo: 'Fotografía', signature: 'Firma' };
const REJECTION_TITLES = {
  photo: 'El servidor no aceptó la foto',
  signature: 'El servidor no aceptó la firma',
};

/** Text that gets the focus when the form with the focused element has disappeared. */
const FocusPlace = ({ children }: { children: string }) => (
  <span data-focus-place tabIndex={-1}>
    {children}
  </span>
);

/** Focuses the next form, or the notice that nothing is left to capture, when a form disappears. */
function useFocusAfterForm(forms: number): void {
  const before = useRef(forms);
  useEffect(() => {
    if (forms < before.current) focusTitle();
    before.current = forms;
  }, [forms]);
}

const entryDocumentText = ({ summary }: RegistrationEntry): string =>
  `${summary.identification_type} ${summary.identification_number}`;

interface RejectedPictureFormProps {
  ownerId: string;
  entry: RegistrationEntry;
  item: ItemView;
}

function RejectedPictureForm({ ownerId, entry, item }: RejectedPictureFormProps) {
  const [outcome, setOutcome] = useState<'sent' | 'gone' | StorageProblem | null>(null);
  const [picture, setPicture] = useState<CapturedPicture | null>(null);
  const signature = useRef<Promise<PictureChange>>(Promise.resolve(null));
  const pad = useSignature({
    show: setPicture,
    store: (coming) => {
      signature.current = coming;
      coming.catch(reportError);
    },
  });
  const authorisation = useAuthorisation(ownerId, entry.branchId);
  const kind = item.kind === 'photo' ? 'photo' : 'signature';
  const refusal = rejectionOfItem(item);
  // Prevents a reload before the picture is sent, because only this component has the picture.
  const isOver = outcome === 'sent' || outcome === 'gone';
  useUnsavedCheck(useCallback(() => picture !== null && !isOver, [picture, isOver]));
  const send = async (taken: CapturedPicture) => {
    try {
      setOutcome((await replaceRejectedMedia(ownerId, item.id, taken)) ? 'sent' : 'gone');
    } catch (error) {
      if (!(error instanceof StorageProblem)) throw error;
      setOutcome(error);
    }
  };
  // Sends at once, because a reload of the locked tablet would lose the signature, and the patient may have left.
  const sendSignature = async () => {
    const taken = await signature.current;
    if (taken) await send(taken);
  };
  return (
    <Card title={<FocusPlace>{PICTURE_TITLES[kind]}</FocusPlace>}>
      <StepNotices>
        {refusal && <Notice kind="error" title={rejectionTitle(kind, refusal, REJECTION_TITLES[kind])} />}
        {outcome instanceof StorageProblem && <StorageNotice kind={outcome.kind} />}
        {outcome === 'gone' && <Notice kind="info">Ya no hace falta: se envió o se descartó.</Notice>}
      </StepNotices>
      {kind === 'photo' ? (
        <PhotoCapture
          picture={picture}
          onPhoto={async (coming) => {
            const taken = await coming;
            if (taken) setPicture(taken);
          }}
        />
      ) : (
        <SignatureCapture
          picture={picture}
          {...pad}
          ownerId={ownerId}
          settle={sendSignature}
          signer={{ name: entry.summary.patientName, document: entryDocumentText(entry) }}
          authorisation={authorisation}
        />
      )}
      <ActionBar>
        <ActionBarGap />
        <Button
          variant="filled"
          data-step-forward={picture !== null || undefined}
          disabled={picture === null}
          onClick={() => picture && void send(picture).catch(reportError)}
        >
          Corregir y enviar
        </Button>
      </ActionBar>
    </Card>
  );
}

export function RetakeRejectedPicture({ ownerId, entryId }: { ownerId: string; entryId: string }) {
  const entry = useLiveQuery(() => readQueuedRegistration(ownerId, entryId), [ownerId, entryId]);
  const refused = entry ? findRecapturablePictures(entry) : [];
  useFocusAfterForm(refused.length);
  return (
    <>
      <PageHeader
        title="Corregir y enviar"
        sub={
          entry &&
          [entry.summary.patientName, entryDocumentText(entry), entry.summary.labels.evaluationType].join(
            ' · ',
          )
        }
        actions={<PendingLink />}
      />
      {entry &&
        refused.map((item) => (
          <RejectedPictureForm key={item.id} ownerId={ownerId} entry={entry} item={item} />
        ))}
      {entry !== undefined && refused.length === 0 && (
        <Notice kind="ok" title={<FocusPlace>La corrección está en camino.</FocusPlace>}>
          Ya no hay nada por capturar de nuevo.
        </Notice>
      )}
    </>
  );
}
