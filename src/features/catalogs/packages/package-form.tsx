import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { PACKAGE_EXAMS_MAX, type ExamPackage } from '#contract/records/exam-packages.ts';
import { packageContentText } from '#domain/evaluation/worksheet/exam-package.ts';
import { listActiveAdditionalFields } from '#storage/cache/additional-fields.ts';
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
import {
  createPackageBody,
  findPackageProblem,
  findSamePackage,
  packageNoun,
  packageTitle,
  toPackageFormValues,
  type PackageFormValues,
} from './package-values.ts';
import './package-form.css';

type PackageFormProps = RecordFormProps<ExamPackage>;
interface PackageFieldsProps {
  form: UseFormReturnType<PackageFormValues>;
  ownerId: string;
}

function usePackageSaving({ read, all, reread, onSaved }: PackageFormProps, typed: PackageFormValues) {
  const { busy, trouble, run } = useChangeRunner<SaveFailure>();
  const [problem, setProblem] = useState<string | null>(null);
  /** Package as another user has saved it since the form opened: null if removed, undefined without a conflict. */
  const [theirs, setTheirs] = useState<ExamPackage | null>();
  const send = async (): Promise<SaveFailure | null> => {
    const base = theirs === undefined ? (read ?? findSamePackage(all, typed)) : theirs;
    const result = await setExamPackage(base, createPackageBody(typed));
    if (result.type === 'stale') {
      const now = await reread();
      if (now) setTheirs(findSamePackage(now, typed));
    }
    const { name } = packageNoun(typed.companyId !== '');
    if (result.type !== 'saved') return saveFailureOf(result, `No se pudo guardar el ${name}.`);
    const done = typed.exams.length === 0 ? 'quitado' : 'guardado';
    onSaved(`${name === 'perfil' ? 'Perfil' : 'Paquete'} ${done}.`);
    return null;
  };
  const save = () => {
    const isNew = read === null && theirs === undefined;
    const found = findPackageProblem(typed, { isNew, same: isNew ? findSamePackage(all, typed) : null });
    setProblem(found);
    if (found === null) void run(send);
  };
  return { busy, trouble, problem, theirs, save };
}

const ScopeFields = ({ form, ownerId }: PackageFieldsProps) => (
  <>
    <SearchSelect
      {...createCatalogSource('evaluation-types', ownerId)}
      label="Tipo de evaluación"
      required
      {...form.getInputProps('typeId')}
      value={form.values.typeId}
    />
    <SearchSelect
      {...createCatalogSource('companies', ownerId)}
      label="Empresa empleadora o contratista"
      noneLabel="Todas las empresas"
      {...form.getInputProps('companyId')}
      value={form.values.companyId}
    />
    <TextInput
      label="Cargo"
      description="Vacío: para los cargos que no tienen un paquete propio."
      autoComplete="off"
      maxLength={NAME_MAX_LENGTH}
      {...form.getInputProps('job')}
    />
  </>
);

/** Emphases of the examination, and the clinic's own fields that reception asks for, if the clinic has any. */
function ContentFields({ form }: Omit<PackageFieldsProps, 'ownerId'>) {
  const fields = useLiveQuery(listActiveAdditionalFields) ?? [];
  return (
    <>
      <Textarea
        label="Énfasis"
        description="Uno por línea, como Osteomuscular. El médico y recepción los ven."
        autosize
        minRows={2}
        maxRows={10}
        autoComplete="off"
        {...form.getInputProps('emphases')}
      />
      {fields.length > 0 && (
        <Checkbox.Group
          label="Datos que recepción pide"
          description="Además de los obligatorios. Sin ellos no se puede confirmar."
          {...form.getInputProps('fieldIds')}
        >
          <div className="package-fields">
            {fields.map(({ id, name }) => (
              <Checkbox
                key={id}
                classNames={{ body: 'package-field', label: 'package-field-label' }}
                value={id}
                label={name}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}

/** Form of one package. Saving a package without exams removes it. */
export function PackageForm(props: PackageFormProps) {
  const { account, read, onClose } = props;
  const form = useForm({ initialValues: toPackageFormValues(read) });
  const typed = form.values;
  const { busy, trouble, problem, theirs, save } = usePackageSaving(props, typed);
  const reason = useDisabledReason(account);
  const { name, title } = packageNoun(typed.companyId !== '');
  const isRemoving = read !== null && typed.exams.length === 0;
  return (
    <Card title={read ? [title, packageTitle(read)].filter(Boolean).join(': ') : `Nuevo ${name}`}>
      <div className="package-form">
        {!read && <ScopeFields form={form} ownerId={account.userId} />}
        <ExamList
          ownerId={account.userId}
          label={`Exámenes del ${name}`}
          exams={typed.exams}
          max={PACKAGE_EXAMS_MAX}
          problems={{
            duplicate: `Este examen ya está en el ${name}.`,
            full: `Máximo ${PACKAGE_EXAMS_MAX} exámenes.`,
          }}
          onAdd={(exam) => form.insertListItem('exams', exam)}
          onRemove={(nth) => form.removeListItem('exams', nth)}
        />
        <ContentFields form={form} />
        {isRemoving && <p>{`Sin exámenes, el ${name} se quita al guardar.`}</p>}
        {problem !== null && <Notice kind="error">{problem}</Notice>}
        {trouble && (
          <Notice kind="error" supportCode={trouble.supportCode}>
            {[trouble.text, ...trouble.details.map(({ message }) => message)].join(' ')}
          </Notice>
        )}
        {theirs !== undefined && (
          <Notice kind="warn">
            Ahora tiene: {(theirs && packageContentText(theirs)) ?? 'ningún examen'}. Guarda de nuevo para
            dejar lo tuyo.
          </Notice>
        )}
        <SaveBar label={`Guardar ${name}`} busy={busy} reason={reason} onSave={save}>
          <Button disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
        </SaveBar>
      </div>
      <LeavePrompt dirty={hasFormChanged(form)} />
    </Card>
  );
}
