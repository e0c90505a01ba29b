import { Modal, Skeleton, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Media } from '#contract/records/evaluation/capture.ts';
import type { MediaKind } from '#contract/vocabulary.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { ImageFromBytes } from '#ui/display/pictures/picture-image.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { useEvaluationFile } from '../../queries.ts';
import { failureText } from '../../messages.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import { SigningStatement } from './signing-statement.tsx';
import './media-card.css';

const MEDIA_TYPE_LABELS: Record<MediaKind, string> = { photo: 'Fotografía', signature: 'Firma' };
const PENDING_MEDIA_TEXTS: Record<MediaKind, string> = {
  photo: 'Foto pendiente en recepción',
  signature: 'Firma pendiente en recepción',
};

function MediaPicture({ context, media }: { context: EvaluationContext; media: Media }) {
  const [large, setLarge] = useState(false);
  const question = { evaluationId: context.evaluation.id, fileId: media.id, storagePath: media.storage_path };
  const { data, error } = useEvaluationFile(context.reader, question);
  const name = MEDIA_TYPE_LABELS[media.type];
  if (error) return <p className="media-failed">{failureText(error, 'No se pudo cargar la imagen.')}</p>;
  if (!data) return <Skeleton height={150} width={200} maw="100%" />;
  return (
    <>
      <UnstyledButton
        className={`media-open media-${media.type}`}
        aria-label={`Ver ${name.toLowerCase()} en grande`}
        onClick={() => setLarge(true)}
      >
        <ImageFromBytes picture={data} alt={name} />
        <span className="media-hint">
          <Icon name="expand" size={18} />
        </span>
      </UnstyledButton>
      <Modal opened={large} onClose={() => setLarge(false)} title={name} size="xl">
        <div className="media-large">
          <ImageFromBytes picture={data} alt={name} />
        </div>
      </Modal>
    </>
  );
}

/**
 * Photo and signature from reception, or a note that a tablet has not sent them yet. Hidden if the registration has neither.
 */
export function MediaCard({ context }: { context: EvaluationContext }) {
  const { media, pending_media: pending = [] } = context.evaluation;
  if (media.length + pending.length === 0) return null;
  return (
    <Card title="Imágenes capturadas">
      <ul className="media">
        {media.map((item) => (
          <li key={item.id}>
            <h3>{MEDIA_TYPE_LABELS[item.type]}</h3>
            <MediaPicture context={context} media={item} />
            <SigningStatement stored={item.statement} isWithoutText={item.without_text ?? false} />
          </li>
        ))}
        {pending.map((type) => (
          <li key={type}>
            <h3>{MEDIA_TYPE_LABELS[type]}</h3>
            <StatusTag kind="warn" icon="clock">
              {PENDING_MEDIA_TEXTS[type]}
            </StatusTag>
          </li>
        ))}
      </ul>
    </Card>
  );
}
