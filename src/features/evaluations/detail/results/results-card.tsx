import { markSeen } from '#domain/evaluation/worksheet/template-marks.ts';
import type { ExamOrder } from '#contract/records/evaluation/evaluations.ts';
import { resultKey, setTypedText, worksheetText } from '#domain/evaluation/worksheet/worksheet.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { AddExam, AddedExams } from './exams/add-exam.tsx';
import { ExamAttachments } from '../files/attachments.tsx';
import { ClinicalText } from './clinical-text.tsx';
import { ExamPackageOffer } from './exams/exam-package.tsx';
import { NormalResultButton } from './exams/normal-result.tsx';
import { ExamHeading } from './exams/order-head.tsx';
import { WithPreviousResult } from './exams/previous-result.tsx';
import { usePreviousResults } from './exams/use-previous-results.ts';
import { SectionSaveBar } from './save-bar.tsx';
import { SeenButton } from './template-mark.tsx';
import type { SectionSavingHandle } from '../state/use-saving.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import './results-card.css';

function formatSavedTime(updatedAt: string): string {
  const at = Date.parse(updatedAt);
  return formatDate(at) === formatDate(Date.now())
    ? `guardado ${formatTime(at)}`
    : `guardado el ${formatDate(at)}`;
}

interface ExamOrderItemProps {
  context: EvaluationContext;
  order: ExamOrder;
  /** Result of the same exam at the previous visit; null without one. */
  previous: string | null;
}

/** 'Normal' for a result that has neither another text nor the texts of two users. */
function NormalButtonOfOrder({
  context: { typing, evaluation, closed },
  order,
}: Pick<ExamOrderItemProps, 'context' | 'order'>) {
  const key = resultKey(order.id);
  if (closed || typeof typing.sheet.texts[key]?.theirs === 'string') return null;
  return (
    <NormalResultButton
      examName={order.exam.name}
      result={worksheetText(typing.sheet, evaluation, key)}
      onChange={(result) =>
        typing.change((sheet) =>
          markSeen(setTypedText(sheet, evaluation, key, result), [`exam:${order.exam.id}`]),
        )
      }
    />
  );
}

function ExamOrderItem({ context, order, previous }: ExamOrderItemProps) {
  const { exam, result_notes: result } = order;
  return (
    <li data-order={order.id}>
      <ExamHeading
        name={exam.name}
        code={
          <>
            {exam.code}
            {result && ` · ${formatSavedTime(order.updated_at)}`}
          </>
        }
      >
        {result ? (
          <StatusTag kind="ok">Con resultado</StatusTag>
        ) : (
          <StatusTag kind="mute">Sin resultado</StatusTag>
        )}
      </ExamHeading>
      <WithPreviousResult context={context} previous={previous}>
        <ClinicalText
          context={context}
          textKey={resultKey(order.id)}
          field={`exam:${exam.id}`}
          label={`Resultado de ${exam.name}`}
          hideLabel
        />
      </WithPreviousResult>
      <ExamAttachments context={context} order={order}>
        <NormalButtonOfOrder context={context} order={order} />
      </ExamAttachments>
    </li>
  );
}

interface CardWithSavingProps {
  context: EvaluationContext;
  saving: SectionSavingHandle;
}

export function ResultsCard({ context, saving }: CardWithSavingProps) {
  const { exam_orders: orders } = context.evaluation;
  const previous = usePreviousResults(context);
  const isEmpty = orders.length === 0 && context.typing.sheet.added.length === 0;
  return (
    <Card
      title="Resultados de exámenes"
      actions={<SeenButton context={context} section="results" of="Resultados de exámenes" />}
    >
      {previous.failure !== null && <p className="orders-note">{previous.failure}</p>}
      {isEmpty && <p className="orders-note">Esta evaluación aún no tiene exámenes.</p>}
      <ul className="orders">
        {orders.map((order) => (
          <ExamOrderItem
            key={order.id}
            context={context}
            order={order}
            previous={previous.resultOf(order.exam.id)}
          />
        ))}
      </ul>
      {!context.closed && (
        <>
          <ExamPackageOffer context={context} />
          <AddedExams context={context} previous={previous} />
          <AddExam context={context} />
          <SectionSaveBar label="Guardar resultados" context={context} saving={saving} />
        </>
      )}
    </Card>
  );
}
