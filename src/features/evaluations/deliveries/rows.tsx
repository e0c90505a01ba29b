import { Button } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import type { Delivery } from '#contract/records/evaluation/deliveries.ts';
import { formatTime } from '#domain/time/format.ts';
import { fetchConceptToDeliver } from '#sync/reads/documents/deliveries.ts';
import { useDownload } from '#components/use-download.ts';
import { Icon } from '#ui/display/icon.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { toast } from '#ui/notices/toast.ts';
import './rows.css';

interface DeliveryRowProps {
  delivery: Delivery;
  ownerId: string;
  /** True if this page has downloaded the concept of this version. */
  isPrinted: boolean;
  /** Id of the element that states why both actions are disabled; undefined while they are enabled. */
  barredById: string | undefined;
  onPrinted: () => void;
  onDeliver: () => void;
}

const DeliveryStatus = ({ receipt }: Pick<Delivery, 'receipt'>) => {
  if (receipt === null) return <StatusTag kind="info">Por entregar</StatusTag>;
  const time = formatTime(Date.parse(receipt.received_at));
  return receipt.has_concept ? (
    <StatusTag kind="ok">Entregado {time}</StatusTag>
  ) : (
    <StatusTag kind="warn" icon="info">
      Entrega sin concepto {time}
    </StatusTag>
  );
};

/** Buttons of a row at fixed places. The filled one is the next step and has `data-next`, by which the list focuses it. */
function DeliveryActions(props: DeliveryRowProps) {
  const { delivery, ownerId, isPrinted, barredById, onPrinted, onDeliver } = props;
  const { id, patient, receipt } = delivery;
  const { busy, download } = useDownload({
    ownerId,
    fallback: 'No se pudo generar el concepto en PDF.',
    about: `concept ${id}`,
    read: () => fetchConceptToDeliver(id),
    onDownloaded: () => {
      toast('ok', 'Concepto descargado. Ábrelo para imprimirlo.', `concept ${id}`);
      onPrinted();
    },
  });
  const barred = { disabled: barredById !== undefined, 'aria-describedby': barredById };
  const printsNext = receipt === null && !isPrinted;
  return (
    <span className="delivery-actions">
      <Button
        variant={printsNext ? 'filled' : 'subtle'}
        data-next={printsNext || undefined}
        leftSection={<Icon name="download" />}
        loading={busy}
        aria-label={`Imprimir concepto de ${patient.full_name}`}
        {...barred}
        onClick={download}
      >
        Imprimir concepto
      </Button>
      {receipt === null && (
        <Button
          variant={isPrinted ? 'filled' : 'default'}
          data-next={isPrinted || undefined}
          leftSection={<Icon name="pen" />}
          aria-label={`Entregar a ${patient.full_name}`}
          {...barred}
          onClick={onDeliver}
        >
          Entregar
        </Button>
      )}
    </span>
  );
}

export function DeliveryRow(props: DeliveryRowProps) {
  const { delivery } = props;
  const { patient, contractor_company: contractor } = delivery;
  return (
    <li className="delivery" data-delivery={delivery.id}>
      <span className="delivery-name">
        <b>{patient.full_name}</b>
        <small>
          {patient.identification_type} {patient.identification_number}
        </small>
      </span>
      <span className="delivery-type">{delivery.evaluation_type.name}</span>
      <span className="delivery-company">
        <span>{delivery.employer_company.name}</span>
        {contractor && <small>{contractor.name}</small>}
      </span>
      <span className="delivery-state">
        <DeliveryStatus receipt={delivery.receipt} />
        <small>cerrada {formatTime(Date.parse(delivery.closed_at))}</small>
      </span>
      <DeliveryActions {...props} />
    </li>
  );
}

interface DeliveryRowsProps {
  /** True while the previous response is shown and the next one is loading. */
  busy: boolean;
  rows: RefObject<HTMLUListElement | null>;
  children: ReactNode;
}

export const DeliveryRows = ({ busy, rows, children }: DeliveryRowsProps) => (
  <ul className="deliveries" aria-label="Entregas de hoy" aria-busy={busy} ref={rows}>
    {children}
  </ul>
);
