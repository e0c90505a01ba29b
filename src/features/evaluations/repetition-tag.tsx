import type { Repetition } from '#contract/records/evaluation/evaluations.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';

const TAG_TEXTS: Readonly<Record<Repetition['state'], string | null>> = {
  unsettled: 'Registro repetido',
  keep: null,
  repeats: 'Repite a otra',
};

/** Tag of a further evaluation of an announced person in a list; no tag if a user decided to keep it. */
export function RepetitionTag({ repetition }: { repetition?: Repetition | null | undefined }) {
  const text = repetition ? TAG_TEXTS[repetition.state] : null;
  return (
    text !== null && (
      <StatusTag kind="warn" icon="alert">
        {text}
      </StatusTag>
    )
  );
}
