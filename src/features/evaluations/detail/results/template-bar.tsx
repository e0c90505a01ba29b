import { Button } from '@mantine/core';
import { useState } from 'react';
import type { EvaluationTemplate } from '#contract/records/evaluation/templates.ts';
import {
  fillFromTemplate,
  selectTemplates,
  type TemplateFill,
} from '#domain/evaluation/worksheet/template.ts';
import {
  countFields,
  hasSameContent,
  markSeen,
  unseenFields,
} from '#domain/evaluation/worksheet/template-marks.ts';
import { isEmptyWorksheet, type Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { Icon } from '#ui/display/icon.tsx';
import { focusOnMount } from '#ui/hooks/focus/take-focus.ts';
import { useEvaluationTemplates, useOfferedOptions } from '../../queries.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import { isOpenWithoutExams, useProposedExamPackage } from './exams/exam-package.tsx';
import './template-bar.css';

/** Last fill. It can be undone while the worksheet has the content that the fill has made. */
interface UndoableFill {
  readonly before: Worksheet;
  readonly after: Worksheet;
  readonly said: string;
}

function useFittingTemplates({ reader, evaluation }: EvaluationContext): EvaluationTemplate[] {
  return selectTemplates(useEvaluationTemplates(reader), evaluation);
}

const fieldsText = (count: number): string => (count === 1 ? '1 campo' : `${count} campos`);
const emptyText = (count: number): string => (count === 1 ? 'Queda 1 vacío.' : `Quedan ${count} vacíos.`);
const addedExamsText = (count: number, from: string): string =>
  count === 1 ? `Se agregó 1 examen ${from}.` : `Se agregaron ${count} exámenes ${from}.`;

const describeFill = (name: string, { filled, skipped, added, emptyCount }: TemplateFill): string =>
  [
    `«${name}» llenó ${fieldsText(countFields(filled))}.`,
    emptyCount > 0 && emptyText(emptyCount),
    added.fromTemplate > 0 && addedExamsText(added.fromTemplate, 'de la plantilla'),
    added.fromPackage > 0 && addedExamsText(added.fromPackage, 'del paquete'),
    skipped.length > 0 && `No se agregó: ${skipped.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');

function useFill(context: EvaluationContext) {
  const { typing, evaluation, reader } = context;
  const [done, setDone] = useState<UndoableFill | null>(null);
  const templates = useFittingTemplates(context);
  const offered = useOfferedOptions(reader, evaluation.evaluation_type.id);
  const packageExams = useProposedExamPackage(context, isOpenWithoutExams(context))?.exams ?? [];
  const fillWith = (template: EvaluationTemplate, sheet: Worksheet, now: number) =>
    fillFromTemplate(sheet, evaluation, template, { now, offered, packageExams });
  return {
    // The time affects only the days of restrictions, so the comparison can use 0 as the time.
    templates: templates.filter((template) => fillWith(template, typing.sheet, 0).sheet !== typing.sheet),
    fill: (template: EvaluationTemplate) => {
      const instant = Date.now();
      const filling = fillWith(template, typing.sheet, instant);
      typing.change((newest) => fillWith(template, newest, instant).sheet);
      setDone({ before: typing.sheet, after: filling.sheet, said: describeFill(template.name, filling) });
    },
    done: done && hasSameContent(done.after, typing.sheet) ? done : null,
    undo: () => {
      if (done) typing.change(() => done.before);
      setDone(null);
    },
  };
}

interface FillButtonProps {
  context: EvaluationContext;
  templates: readonly EvaluationTemplate[];
  onFill: (template: EvaluationTemplate) => void;
}

/** Button 'Todo normal'. If several templates fit equally, it shows their names, of which the doctor presses one. */
function FillButton({ context: { evaluation, typing }, templates, onFill }: FillButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [first, second] = templates;
  if (!first) return null;
  const isNothingWritten =
    isEmptyWorksheet(typing.sheet) &&
    evaluation.notes.length === 0 &&
    evaluation.exam_orders.every(({ result_notes: result }) => !result);
  return (
    <>
      <Button
        variant={isNothingWritten ? 'filled' : 'default'}
        leftSection={<Icon name="check" />}
        aria-expanded={second ? isOpen : undefined}
        onClick={() => (second ? setOpen(!isOpen) : onFill(first))}
      >
        Todo normal
      </Button>
      <p>
        {second
          ? `${templates.length} plantillas sirven para este tipo y cargo.`
          : `Llena lo vacío con la plantilla «${first.name}».`}
      </p>
      {second && isOpen && (
        <ul className="template-names" aria-label="Plantillas">
          {templates.map((template) => (
            <li key={template.id}>
              <Button
                onClick={() => {
                  setOpen(false);
                  onFill(template);
                }}
              >
                {template.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Bar above an open evaluation: fills it from a template, undoes the fill, and marks all filled fields as seen. */
export function TemplateBar({ context }: { context: EvaluationContext }) {
  const { typing, evaluation } = context;
  const { templates, fill, done, undo } = useFill(context);
  const unseen = unseenFields(typing.sheet, evaluation);
  const unseenCount = countFields(unseen.map(({ field }) => field));
  const unreviewed = unseenCount > 0 && `Por revisar: ${fieldsText(unseenCount)} de plantilla.`;
  if (templates.length === 0 && !done && unseen.length === 0) return null;
  return (
    <section className="template-bar" aria-label="Plantilla">
      {!done && <FillButton context={context} templates={templates} onFill={fill} />}
      {/* A screen reader announces only changes of an element that exists before them. */}
      <p aria-live="polite">{[done?.said, unreviewed].filter(Boolean).join(' ')}</p>
      {done && (
        <Button ref={focusOnMount} variant="subtle" onClick={undo}>
          Deshacer
        </Button>
      )}
      {unseen.length > 0 && (
        <Button
          onClick={() =>
            typing.change((sheet) =>
              markSeen(
                sheet,
                unseen.map(({ field }) => field),
              ),
            )
          }
        >
          Revisé todo
        </Button>
      )}
    </section>
  );
}
