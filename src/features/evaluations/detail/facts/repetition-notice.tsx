import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Evaluation, Repetition } from '#contract/records/evaluation/evaluations.ts';
import { Notice, type NoticeKind } from '#ui/notices/notice.tsx';

interface RepetitionText {
  readonly kind: NoticeKind;
  readonly title: string;
  readonly text: string;
}

const REPETITION_TEXTS: Readonly<Record<Repetition['state'], RepetitionText>> = {
  unsettled: {
    kind: 'warn',
    title: 'Esta persona citada se registró más de una vez.',
    text: 'Recepción decide en Citaciones si esta evaluación repite a la otra.',
  },
  keep: {
    kind: 'info',
    title: 'Esta persona citada tiene otra evaluación.',
    text: 'Se decidió conservar las dos.',
  },
  repeats: {
    kind: 'warn',
    title: 'Esta evaluación repite a otra.',
    text: 'Ya no espera al médico, y se puede seguir usando.',
  },
};

/** Notice of a further evaluation of an announced person, with a link to the person's evaluation. */
export function RepetitionNotice({ evaluation: { repetition } }: { evaluation: Evaluation }) {
  if (!repetition) return null;
  const { kind, title, text } = REPETITION_TEXTS[repetition.state];
  return (
    <Notice
      kind={kind}
      title={title}
      action={
        <Button component={Link} to={`/evaluations/${repetition.evaluation_id}`}>
          Ver la otra evaluación
        </Button>
      }
    >
      {text}
    </Notice>
  );
}
