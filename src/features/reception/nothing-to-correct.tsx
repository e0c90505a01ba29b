import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Card } from '#ui/display/card.tsx';
import { EmptyState } from '#ui/display/empty-state.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import type { OpenedReception } from './draft/start.ts';

type NothingToCorrectReason = Extract<OpenedReception, { name: 'nothing_to_correct' }>['why'];

interface ObstacleTexts {
  readonly title: string;
  readonly text: string;
}

const OBSTACLE_TEXTS: Record<NonNullable<NothingToCorrectReason>, ObstacleTexts> = {
  closed: {
    title: 'La evaluación ya está firmada',
    text: 'Pide a un médico que la reabra; después se puede corregir.',
  },
  lacking: { title: 'Este servidor no admite correcciones', text: 'Avisa al médico o al administrador.' },
  not_found: {
    title: 'Esta evaluación no está en tu sede',
    text: 'Revisa la sede activa, o pide la corrección en la sede donde se registró.',
  },
  unreachable: {
    title: 'Sin conexión con el servidor',
    text: 'Esta evaluación se registró en otro dispositivo: para corregirla aquí hace falta conexión.',
  },
};

const NOT_CORRECTABLE_TEXTS: ObstacleTexts = {
  title: 'Esta evaluación ya no espera correcciones',
  text: 'Se descartó, pasó a otra persona o espera antes otra decisión tuya.',
};

export function NothingToCorrect({ why }: { why: NothingToCorrectReason }) {
  const { title, text } = why === null ? NOT_CORRECTABLE_TEXTS : OBSTACLE_TEXTS[why];
  return (
    <>
      <PageHeader title="Corregir y enviar" />
      <Card>
        <EmptyState
          title={title}
          action={
            <Button component={Link} to="/pending" variant="filled">
              Ver pendientes de envío
            </Button>
          }
        >
          {text}
        </EmptyState>
      </Card>
    </>
  );
}
