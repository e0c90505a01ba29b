import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { NOTE_OF_DECISION } from '#domain/evaluation/notes/sentences.ts';
import { targetOfField } from '#domain/evaluation/worksheet/template-marks.ts';
import {
  noteKey,
  resultKey,
  worksheetText,
  type TemplateField,
} from '#domain/evaluation/worksheet/worksheet.ts';
import { decisionTexts } from '../../results/choices/labels.ts';
import type { FieldsToRead } from '../checks/use-fields-to-read.ts';
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

interface FieldListProps {
  context: EvaluationContext;
  title: string;
  fields: readonly TemplateField[];
}

const FieldList = ({ context, title, fields }: FieldListProps) => (
  <section className="template-review" aria-label={title}>
    <h3>{title}</h3>
    <dl>
      {fields.map((field) => {
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
);

/**
 * Lists with their complete values the fields of templates that the doctor has not seen, and the fields that another device or
 * user may have filled, so that no template is signed unread.
 */
export function TemplateReview({
  context,
  toRead: { unseen, writtenElsewhere },
}: {
  context: EvaluationContext;
  toRead: FieldsToRead;
}) {
  const names = [...new Set(unseen.map(({ template }) => template))];
  return (
    <>
      {names.map((name) => (
        <FieldList
          key={name}
          context={context}
          title={`De la plantilla «${name}»`}
          fields={unseen.filter(({ template }) => template === name).map(({ field }) => field)}
        />
      ))}
      {writtenElsewhere.length > 0 && (
        <FieldList context={context} title="Ya estaba escrito" fields={writtenElsewhere} />
      )}
    </>
  );
}
