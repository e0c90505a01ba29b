import { Button } from '@mantine/core';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import type { EvaluationTemplate } from '#contract/records/evaluation/templates.ts';
import { fillFromTemplate, selectTemplates } from '#domain/evaluation/worksheet/template.ts';
import { hasSameContent, markSeen, unseenFields } from '#domain/evaluation/worksheet/template-marks.ts';
import { isEmptyWorksheet, type Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { fetchEvaluationTemplates, readCachedEvaluationTemplates } from '#sync/reads/evaluation-templates.ts';
import { Icon } from '#ui/display/icon.tsx';
import { createCacheThenNetworkPersister } from '#ui/hooks/cache-then-network.ts';
import { focusOnMount } from '#ui/hooks/focus/take-focus.ts';
import { useOfferedOptions } from '../../queries.ts';
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
  const { data } = useQuery({
    queryKey: ['evaluation-templates', reader.ownerId, reader.branchId] satisfies QueryKey,
    queryFn: () => fetchEvaluationTemplates(reader),
    persister: createCacheThenNetworkPersister(() => readCachedEvaluationTemplates(reader)),
    staleTime: CACHE_LIFETIME_MS.default,
  });
  return data ? selectTemplates(data.items, evaluation) : [];
}

const fieldsText = (count: number): string => (count === 1 ? '1 campo' : `${count} campos`);

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
      const { sheet, filled, skipped } = fillWith(template, typing.sheet, instant);
      const omitted = skipped.length === 0 ? '' : ` No se agregó: ${skipped.join(', ')}.`;
      const said = `«${template.name}» llenó ${fieldsText(filled.length)}.${omitted}`;
      typing.change((newest) => fillWith(template, newest, instant).sheet);
      setDone({ before: typing.sheet, after: sheet, said });
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
  const unreviewed = unseen.length > 0 && `Por revisar: ${fieldsText(unseen.length)} de plantilla.`;
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
