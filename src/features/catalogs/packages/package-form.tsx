import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import {
  PACKAGE_EXAMS_MAX,
  type ExamPackage,
  type ExamPackageBody,
} from '#contract/records/exam-packages.ts';
import { foldText } from '#domain/text/fold.ts';
import { setExamPackage } from '#sync/administration/catalogs/exam-packages.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { saveFailureOf, type SaveFailure } from '#sync/messages/failure-text.ts';
import { useDisabledReason } from '#components/connection/use-disabled-reason.ts';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { hasFormChanged } from '#ui/forms/has-form-changed.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { SaveBar } from '../save-bar.tsx';
import { ExamList } from '../exam-list.tsx';
import type { RecordFormProps } from '../record-list-page.tsx';
import './package-form.css';

export const packageTitle = ({ evaluation_type: type, job }: ExamPackage): string =>
  `${type.name} · ${job ?? 'todos los cargos'}`;

const toPackageFormValues = (read: ExamPackage | null) => ({
  typeId: read?.evaluation_type.id ?? '',
  job: read?.job ?? '',
  exams: [...(read?.exams ?? [])],
});
type PackageFormValues = ReturnType<typeof toPackageFormValues>;

/** Returns the existing package for the same type and job; null if there is none. */
const findPackageForTypeAndJob = (all: readonly ExamPackage[], { typeId, job }: PackageFormValues) =>
  all.find((one) => one.evaluation_type.id === typeId && foldText(one.job ?? '') === foldText(job.trim())) ??
  null;

/** Returns why a new package cannot be saved; null if it can. */
function findNewPackageProblem(typed: PackageFormValues, same: ExamPackage | null): string | null {
  if (typed.typeId === '') return 'Elige el tipo de evaluación.';
  if (same && same.exams.length > 0) return `Ya hay un paquete de ${packageTitle(same)}. Edita ese.`;
  return typed.exams.length === 0 ? 'Agrega al menos un examen.' : null;
}

const createPackageBody = ({ typeId, job, exams }: PackageFormValues): ExamPackageBody => ({
  evaluation_type_id: typeId,
  job: job.trim() || null,
  exam_ids: exams.map(({ id }) => id),
});

type PackageFormProps = RecordFormProps<ExamPackage>;

const formatExamNames = (now: ExamPackage | null): string =>
  now && now.exams.length > 0 ? now.exams.map(({ name }) => name).join(', ') : 'ningún examen';

function usePackageSaving({ read, all, reread, onSaved }: PackageFormProps, typed: PackageFormValues) {
  const { busy, trouble, run } = useChangeRunner<SaveFailure>();
  const [problem, setProblem] = useState<string | null>(null);
  /** Package as another user has saved it since the form opened: null if removed, undefined without a conflict. */
  const [theirs, setTheirs] = useState<ExamPackage | null>();
  const send = async (): Promise<SaveFailure | null> => {
    const base = theirs === undefined ? (read ?? findPackageForTypeAndJob(all, typed)) : theirs;
    const result = await setExamPackage(base, createPackageBody(typed));
    if (result.type === 'stale') {
      const now = await reread();
      if (now) setTheirs(findPackageForTypeAndJob(now, typed));
    }
    if (result.type !== 'saved') return saveFailureOf(result, 'No se pudo guardar el paquete.');
    onSaved(typed.exams.length === 0 ? 'Paquete quitado.' : 'Paquete guardado.');
    return null;
  };
  const save = () => {
    const found =
      read || theirs !== undefined
        ? null
        : findNewPackageProblem(typed, findPackageForTypeAndJob(all, typed));
    setProblem(found);
    if (found === null) void run(send);
  };
  return { busy, trouble, problem, theirs, save };
}

/** Form of one package. Saving a package without exams removes it. */
export function PackageForm(props: PackageFormProps) {
  const { account, read, onClose } = props;
  const form = useForm({ initialValues: toPackageFormValues(read) });
  const typed = form.values;
  const { busy, trouble, problem, theirs, save } = usePackageSaving(props, typed);
  const reason = useDisabledReason(account);
  const isRemoving = read !== null && typed.exams.length === 0;
  return (
    <Card title={read ? packageTitle(read) : 'Nuevo paquete'}>
      <div className="package-form">
        {!read && (
          <>
            <SearchSelect
              {...createCatalogSource('evaluation-types', account.userId)}
              label="Tipo de evaluación"
              required
              {...form.getInputProps('typeId')}
              value={typed.typeId}
            />
            <TextInput
              label="Cargo"
              description="Vacío: para los cargos que no tienen un paquete propio."
              autoComplete="off"
              maxLength={NAME_MAX_LENGTH}
              {...form.getInputProps('job')}
            />
          </>
        )}
        <ExamList
          ownerId={account.userId}
          label="Exámenes del paquete"
          exams={typed.exams}
          max={PACKAGE_EXAMS_MAX}
          problems={{
            duplicate: 'Este examen ya está en el paquete.',
            full: `Máximo ${PACKAGE_EXAMS_MAX} exámenes.`,
          }}
          onAdd={(exam) => form.insertListItem('exams', exam)}
          onRemove={(nth) => form.removeListItem('exams', nth)}
        />
        {isRemoving && <p>Sin exámenes, el paquete se quita al guardar.</p>}
        {problem !== null && <Notice kind="error">{problem}</Notice>}
        {trouble && (
          <Notice kind="error" supportCode={trouble.supportCode}>
            {[trouble.text, ...trouble.details.map(({ message }) => message)].join(' ')}
          </Notice>
        )}
        {theirs !== undefined && (
          <Notice kind="warn">
            Ahora tiene: {formatExamNames(theirs)}. Guarda de nuevo para dejar lo tuyo.
          </Notice>
        )}
        <SaveBar label="Guardar paquete" busy={busy} reason={reason} onSave={save}>
          <Button disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
        </SaveBar>
      </div>
      <LeavePrompt dirty={hasFormChanged(form)} />
    </Card>
  );
}
