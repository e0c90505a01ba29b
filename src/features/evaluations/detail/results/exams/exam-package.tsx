import { Button } from '@mantine/core';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { selectExamPackage } from '#domain/evaluation/worksheet/exam-package.ts';
import { addExamToWorksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { fetchExamPackages, readCachedExamPackages } from '#sync/reads/exam-packages.ts';
import { Icon } from '#ui/display/icon.tsx';
import { createCacheThenNetworkPersister } from '#ui/hooks/cache-then-network.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './exam-package.css';

/**
 * Returns true if an open evaluation has neither saved nor unsaved exams. A package is proposed only then, because a proposal
 * would interrupt a doctor who has begun to choose exams.
 */
export const isOpenWithoutExams = ({ evaluation, typing, closed }: EvaluationContext): boolean =>
  !closed && evaluation.exam_orders.length === 0 && typing.sheet.added.length === 0;

export function useProposedExamPackage({ reader, evaluation }: EvaluationContext, isWanted: boolean) {
  const { data } = useQuery({
    queryKey: ['exam-packages', reader.ownerId, reader.branchId] satisfies QueryKey,
    queryFn: () => fetchExamPackages(reader),
    persister: createCacheThenNetworkPersister(() => readCachedExamPackages(reader)),
    staleTime: CACHE_LIFETIME_MS.default,
    enabled: isWanted,
  });
  return data ? selectExamPackage(data.items, evaluation) : null;
}

/** Offers the exams that the clinic usually orders for the type and job. The app adds them only after a tap. */
export function ExamPackageOffer({ context }: { context: EvaluationContext }) {
  const isWanted = isOpenWithoutExams(context);
  const found = useProposedExamPackage(context, isWanted);
  if (!isWanted || !found) return null;
  const { exams, job, evaluation_type: type } = found;
  const add = () =>
    context.typing.change((sheet) =>
      exams.reduce(
        (typed, { id, name, code }) =>
          addExamToWorksheet(typed, { examId: id, name, code, notes: '', base: '' }),
        sheet,
      ),
    );
  const of = job === null ? type.name : `${type.name}, ${job}`;
  return (
    <div className="exam-package">
      <p>{exams.map(({ name }) => name).join(', ')}</p>
      <Button
        classNames={{ root: 'exam-package-add', label: 'exam-package-label' }}
        leftSection={<Icon name="plus" />}
        onClick={add}
      >
        {exams.length === 1
          ? `Agregar el examen del paquete ${of}`
          : `Agregar los ${exams.length} exámenes del paquete ${of}`}
      </Button>
    </div>
  );
}
