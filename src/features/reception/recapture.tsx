import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { readQueuedRegistration, type RegistrationEntry, type ItemView } from '#storage/outbox/entries.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { replaceRejectedMedia } from '#sync/outbox/replace-media.ts';
import { rejectionTitle } from '#sync/messages/rejection-text.ts';
import { Card } from '#ui/display/card.tsx';
import { ActionBar, ActionBarGap } from '#ui/display/card-bar.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { useUnsavedCheck } from '#ui/dialogs/unsaved.ts';
import { StorageNotice } from '#components/storage-notice.tsx';
import { PhotoCapture } from './capture/photo/photo-capture.tsx';
import { SignatureCapture } from './capture/signature/signature-capture.tsx';
import { useAuthorisation } from './capture/signature/use-authorisation.ts';
import { useSignature } from './capture/signature/use-signature.ts';
import { rejectionOfItem, findRejectedPictures } from './draft/start.ts';
import { StepNotices } from './steps/notices.tsx';

type RecaptureOutcome =
  | { readonly name: 'idle' }
  | { readonly name: 'sent' }
  | { readonly name: 'gone' }
  | { readonly name: 'storage'; readonly kind: StorageProblemKind };

const PICTURE_TITLES = { photo: 'Fotografía', signature: 'Firma' };
const REJECTION_TITLES = {
  photo: 'El servidor no aceptó la foto',
  signature: 'El servidor no aceptó la firma',
};

async function replaceRejectedPicture(
  ownerId: string,
  item: ItemView,
  picture: CapturedPicture,
): Promise<RecaptureOutcome> {
  try {
    return (await replaceRejectedMedia(ownerId, item.id, picture)) ? { name: 'sent' } : { name: 'gone' };
  } catch (error) {
    if (error instanceof StorageProblem) return { name: 'storage', kind: error.kind };
    throw error;
  }
}

function RejectedPicture({
  ownerId,
  entry,
  item,
}: {
  ownerId: string;
  entry: RegistrationEntry;
  item: ItemView;
}) {
  const [outcome, setOutcome] = useState<RecaptureOutcome>({ name: 'idle' });
  const [photo, setPhoto] = useState<CapturedPicture | null>(null);
  const signature = useSignature();
  const authorisation = useAuthorisation(ownerId, entry.branchId);
  const kind = item.kind === 'photo' ? 'photo' : 'signature';
  const refusal = rejectionOfItem(item);
  const picture = kind === 'photo' ? photo : signature.picture;
  // Prevents a reload before the picture is sent, because only this component has the picture.
  const isOver = outcome.name === 'sent' || outcome.name === 'gone';
  useUnsavedCheck(useCallback(() => picture !== null && !isOver, [picture, isOver]));
  const send = async (taken: CapturedPicture) =>
    setOutcome(await replaceRejectedPicture(ownerId, item, taken));
  return (
    <Card title={PICTURE_TITLES[kind]}>
      <StepNotices>
        {refusal && <Notice kind="error" title={rejectionTitle(kind, refusal, REJECTION_TITLES[kind])} />}
        {outcome.name === 'storage' && <StorageNotice kind={outcome.kind} />}
        {outcome.name === 'gone' && <Notice kind="info">Ya no hace falta: se envió o se descartó.</Notice>}
      </StepNotices>
      {kind === 'photo' ? (
        <PhotoCapture
          picture={photo}
          onPhoto={async (coming) => {
            const taken = await coming;
            if (taken) setPhoto(taken);
          }}
        />
      ) : (
        <SignatureCapture {...signature.pad} signer={signerOf(entry)} authorisation={authorisation} />
      )}
      <ActionBar>
        <ActionBarGap />
        <Button
          variant="filled"
          disabled={picture === null}
          onClick={() => picture && void send(picture).catch(reportError)}
        >
          Corregir y enviar
        </Button>
      </ActionBar>
    </Card>
  );
}

const signerOf = ({ summary }: RegistrationEntry) => ({
  name: summary.patientName,
  document: `${summary.identification_type} ${summary.identification_number}`,
});

const formatEntryTitle = ({ summary }: RegistrationEntry): string =>
  [
    summary.patientName,
    `${summary.identification_type} ${summary.identification_number}`,
    summary.labels.evaluationType,
  ].join(' · ');

export function RetakeRejectedPicture({ ownerId, entryId }: { ownerId: string; entryId: string }) {
  const entry = useLiveQuery(() => readQueuedRegistration(ownerId, entryId), [ownerId, entryId]);
  const refused = entry ? findRejectedPictures(entry) : [];
  return (
    <>
      <PageHeader
        title="Corregir y enviar"
        sub={entry ? formatEntryTitle(entry) : undefined}
        actions={
          <Button component={Link} to="/pending">
            Ver pendientes de envío
          </Button>
        }
      />
      {entry &&
        refused.map((item) => <RejectedPicture key={item.id} ownerId={ownerId} entry={entry} item={item} />)}
      {entry !== undefined && refused.length === 0 && (
        <Notice kind="ok" title="La corrección está en camino.">
          Ya no hay nada por capturar de nuevo.
        </Notice>
      )}
    </>
  );
}
