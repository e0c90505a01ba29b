import { Button } from '@mantine/core';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import type { ExamPackage } from '#contract/records/exam-packages.ts';
import {
  packageCriteriaOf,
  packageScopeText,
  selectExamPackage,
} from '#domain/evaluation/worksheet/exam-package.ts';
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
  return data ? selectExamPackage(data.items, packageCriteriaOf(evaluation)) : null;
}

const addButtonText = ({ exams, company, ...scope }: ExamPackage): string => {
  const count = exams.length === 1 ? 'el examen' : `los ${exams.length} exámenes`;
  const noun = company === null ? 'paquete' : 'perfil de cargo';
  return `Agregar ${count} del ${noun} ${packageScopeText({ company, ...scope })}`;
};

/**
 * Shows the emphases of the patient's job profile while the evaluation is open, and offers the exams that the clinic usually orders
 * until the doctor has chosen exams. The app adds them only after a tap.
 */
export function ExamPackageOffer({ context }: { context: EvaluationContext }) {
  const found = useProposedExamPackage(context, !context.closed);
  const isOffered = isOpenWithoutExams(context);
  if (!found || !(isOffered || found.emphases.length > 0)) return null;
  const { exams, emphases } = found;
  const add = () =>
    context.typing.change((sheet) =>
      exams.reduce(
        (typed, { id, name, code }) =>
          addExamToWorksheet(typed, { examId: id, name, code, notes: '', base: '' }),
        sheet,
      ),
    );
  return (
    <div className="exam-package">
      {emphases.length > 0 && <p>Énfasis: {emphases.join(', ')}</p>}
      {isOffered && (
        <>
          <p>{exams.map(({ name }) => name).join(', ')}</p>
          <Button
            classNames={{ root: 'exam-package-add', label: 'exam-package-label' }}
            leftSection={<Icon name="plus" />}
            onClick={add}
          >
            {addButtonText(found)}
          </Button>
        </>
      )}
    </div>
  );
}
