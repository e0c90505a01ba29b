import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId } from 'react';
import type { DocumentKind } from '#contract/documents.ts';
import {
  type SignedVersionReference,
  isDocumentCached,
  type FetchedDocument,
} from '#sync/reads/documents/documents.ts';
import { useDownload } from '#components/use-download.ts';
import { Icon } from '#ui/display/icon.tsx';
import { ButtonWithReason } from '#ui/display/with-reason.tsx';
import { formatNotOnDevice } from '../../../messages.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';

export interface DownloadButtonProps {
  context: EvaluationContext;
  label: string;
  isPrimary?: boolean;
  fallback: string;
  /** Key of the toast; a new toast replaces the previous one with the same key. */
  about: string;
  place: { readonly kind: DocumentKind; readonly closing: SignedVersionReference };
  read: () => Promise<FetchedDocument>;
}

/** Button that downloads one document as a file. A document that is stored on the device needs no network. */
export function DownloadButton(props: DownloadButtonProps) {
  const { context, label, isPrimary = false, fallback, about, place, read } = props;
  const hintId = useId();
  const { reader, disabledReason } = context;
  const { kind, closing } = place;
  const { id, version, closed_at: closedAt } = closing;
  const here =
    useLiveQuery(() => isDocumentCached(reader, kind, closing), [reader, kind, id, version, closedAt]) ??
    false;
  const { busy, download } = useDownload({ ownerId: reader.ownerId, fallback, about, read });
  const reason = here ? null : disabledReason;
  return (
    <ButtonWithReason hint={reason === null ? null : { id: hintId, text: formatNotOnDevice(context.link) }}>
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<Icon name="download" />}
        loading={busy}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : hintId}
        onClick={download}
      >
        {label}
      </Button>
    </ButtonWithReason>
  );
}
