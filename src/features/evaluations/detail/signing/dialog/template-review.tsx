import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { NOTE_OF_DECISION } from '#domain/evaluation/notes/sentences.ts';
import { targetOfField, type UnseenField } from '#domain/evaluation/worksheet/template-marks.ts';
import {
  noteKey,
  resultKey,
  worksheetText,
  type TemplateField,
} from '#domain/evaluation/worksheet/worksheet.ts';
import { decisionTexts } from '../../results/choices/labels.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './template-review.css';

/** Returns label and complete value of a field. */
function readField(
  { typing: { sheet }, evaluation, decisions }: EvaluationContext,
  field: TemplateField,
): readonly [label: string, text: string] {
  const target = targetOfField(field);
  switch (target.type) {
    case 'exam': {
      const order = evaluation.exam_orders.find(({ exam }) => exam.id === target.examId);
      const added = sheet.added.find(({ examId }) => examId === target.examId);
      return order
        ? [`Resultado de ${order.exam.name}`, worksheetText(sheet, evaluation, resultKey(order.id))]
        : [`Resultado de ${added?.name ?? ''}`, added?.notes ?? ''];
    }
    case 'note':
      return [NOTE_LABELS[target.note], worksheetText(sheet, evaluation, noteKey(target.note))];
    case 'choice': {
      const value = decisions?.[target.name] ?? null;
      return [
        `${NOTE_LABELS[NOTE_OF_DECISION[target.name]]} (elección)`,
        decisionTexts(target.name, value).join('\n'),
      ];
    }
  }
}

/** Lists the fields of templates that the doctor has not seen, with their complete values, so that none is signed unread. */
export function TemplateReview({
  context,
  unseen,
}: {
  context: EvaluationContext;
  unseen: readonly UnseenField[];
}) {
  const names = [...new Set(unseen.map(({ template }) => template))];
  return names.map((name) => (
    <section key={name} className="template-review" aria-label={`De la plantilla «${name}»`}>
      <h3>De la plantilla «{name}»</h3>
      <dl>
        {unseen
          .filter(({ template }) => template === name)
          .map(({ field }) => {
            const [label, text] = readField(context, field);
            return (
              <div key={field}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            );
          })}
      </dl>
    </section>
  ));
}
