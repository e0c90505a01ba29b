import type { ExamOrder } from '#contract/records/evaluation/evaluations.ts';
import { resultKey } from '#domain/evaluation/worksheet.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import { Card } from '#ui/display/card.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { AddExam, AddedExams } from './add-exam.tsx';
import { ExamAttachments } from '../files/attachments.tsx';
import { ClinicalText } from './clinical-text.tsx';
import { ExamPackageOffer } from './exam-package.tsx';
import { ExamHeading } from './order-head.tsx';
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

function ExamOrderItem({ context, order }: { context: EvaluationContext; order: ExamOrder }) {
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
      <ClinicalText
        context={context}
        textKey={resultKey(order.id)}
        field={`exam:${exam.id}`}
        label={`Resultado de ${exam.name}`}
        hideLabel
      />
      <ExamAttachments context={context} order={order} />
    </li>
  );
}

interface CardWithSavingProps {
  context: EvaluationContext;
  saving: SectionSavingHandle;
}

export function ResultsCard({ context, saving }: CardWithSavingProps) {
  const { exam_orders: orders } = context.evaluation;
  const isEmpty = orders.length === 0 && context.typing.sheet.added.length === 0;
  return (
    <Card
      title="Resultados de exámenes"
      actions={<SeenButton context={context} section="results" of="Resultados de exámenes" />}
    >
      {isEmpty && <p className="orders-none">Esta evaluación aún no tiene exámenes.</p>}
      <ul className="orders">
        {orders.map((order) => (
          <ExamOrderItem key={order.id} context={context} order={order} />
        ))}
      </ul>
      {!context.closed && (
        <>
          <ExamPackageOffer context={context} />
          <AddedExams context={context} />
          <AddExam context={context} />
          <SectionSaveBar label="Guardar resultados" context={context} saving={saving} />
        </>
      )}
    </Card>
  );
}
