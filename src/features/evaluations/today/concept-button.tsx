import { Button } from '@mantine/core';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { formatNamePart } from '#domain/patient/name.ts';
import { fetchOrReadDocument } from '#sync/reads/documents/documents.ts';
import type { CacheOwner } from '#sync/reads/evaluations/evaluations.ts';
import { useDownload } from '#components/use-download.ts';
import { Icon } from '#ui/display/icon.tsx';
import './concept-button.css';

interface ConceptButtonProps {
  item: EvaluationListItem;
  closing: NonNullable<EvaluationListItem['closing']>;
  reader: CacheOwner;
  tabIndex: number | undefined;
}

/**
 * Button that downloads the concept of a closed evaluation. It is outside the row's link, because a link must not contain a
 * button.
 */
export function ConceptButton({ item, closing, reader, tabIndex }: ConceptButtonProps) {
  const { id } = item;
  const { busy, download } = useDownload({
    ownerId: reader.ownerId,
    fallback: 'No se pudo generar el concepto en PDF.',
    about: `concept ${id}`,
    read: () => fetchOrReadDocument(reader, 'concept', { id, ...closing }),
  });
  return (
    <Button
      className="today-concept"
      variant="subtle"
      leftSection={<Icon name="download" />}
      loading={busy}
      aria-label={`Descargar concepto PDF de ${formatNamePart(item.patient.full_name)}`}
      {...(tabIndex !== undefined && { tabIndex })}
      onClick={download}
    >
      PDF
    </Button>
  );
}
