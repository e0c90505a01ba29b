import { Button, Select, TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import { CreateUserBody, type CreatedUser } from '#contract/records/people/users.ts';
import { USER_STATUSES } from '#contract/vocabulary.ts';
import type { Account } from '#sync/session/session.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import { createUser } from '#sync/administration/users/users.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { FieldError } from '#ui/fields/field-error.tsx';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { NotSavedNotice } from '#ui/notices/not-saved-notice.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { useRecordForm } from '#components/records/use-record-form.ts';
import { BranchSelect } from '../pieces/branch-select.tsx';
import { DescribedCheckbox } from '../pieces/described-checkbox.tsx';
import { PermissionList } from '../pieces/permission-list.tsx';
import { useInvalidateUserLists } from '../queries.ts';
import { USER_STATUS_LABELS } from '../messages.ts';
import { UserPageColumns } from '../pieces/users-columns.tsx';
import './invite-form.css';

const CREATION_FAILED_TEXT = 'No se pudo crear el usuario.';
const REQUIRED_FIELDS_TEXT = 'Completa los campos obligatorios.';
const STATUS_OPTIONS = ['invited', 'active', 'suspended'] as const;

interface InviteFormProps {
  account: Account;
  onCreated: (user: CreatedUser) => void;
}

/** Default values (P9): an invitation by mail to the administrator's active branch, if any. */
const initialInvitationValues = (account: Account): CreateUserBody => ({
  email: '',
  display_name: '',
  status: 'invited',
  send_invitation: true,
  actions: [],
  branch_id: account.branchId,
});

function useInvitationForm({ account, onCreated }: InviteFormProps) {
  const forgetLists = useInvalidateUserLists(account.userId);
  return useRecordForm<CreatedUser, CreateUserBody>({
    row: null,
    valuesOf: () => initialInvitationValues(account),
    validate: schemaResolver(CreateUserBody, { sync: true }),
    save: async (_read, values) =>
      toFormOutcome(await createUser(CreateUserBody.parse(values)), null, CREATION_FAILED_TEXT),
    onSaved: (user) => {
      forgetLists();
      onCreated(user);
    },
  });
}

type InvitationFormState = ReturnType<typeof useInvitationForm>['form'];

/** Returns true if a required field is empty (P5). A notice also reports empty fields, but no other errors. */
const hasMissingFieldError = ({ errors, values }: InvitationFormState): boolean =>
  (['email', 'display_name'] as const).some((field) => errors[field] && values[field].trim() === '');

function InvitationProblem({ form, problem }: ReturnType<typeof useInvitationForm>) {
  if (hasMissingFieldError(form)) return <Notice kind="error">{REQUIRED_FIELDS_TEXT}</Notice>;
  return problem?.type === 'failed' ? (
    <NotSavedNotice
      text={problem.trouble.text}
      unplaced={problem.unplaced}
      supportCode={problem.trouble.supportCode}
    />
  ) : null;
}

const InvitedPersonCard = ({ form, account }: { form: InvitationFormState; account: Account }) => (
  <Card title="Datos">
    <div className="users-form">
      <TextInput
        label="Correo electrónico"
        type="email"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <TextInput label="Nombre" required autoComplete="off" {...form.getInputProps('display_name')} />
      <Select
        label="Estado inicial"
        data={STATUS_OPTIONS.map((status) => ({ value: status, label: USER_STATUS_LABELS[status] }))}
        allowDeselect={false}
        value={form.values.status}
        error={form.errors['status']}
        onChange={(value) =>
          form.setFieldValue('status', USER_STATUSES.find((status) => status === value) ?? 'invited')
        }
      />
      {form.values.status === 'invited' && (
        <DescribedCheckbox
          label="Enviar la invitación por correo"
          description="Sale si el servidor tiene correo configurado. En todo caso verás aquí el enlace para compartirlo."
          {...form.getInputProps('send_invitation', { type: 'checkbox' })}
        />
      )}
      <BranchSelect
        label="Sede"
        ownerId={account.userId}
        value={form.values.branch_id}
        onChange={(id) => form.setFieldValue('branch_id', id)}
        only={account.branchId}
        error={form.errors['branch_id']}
        description={
          account.branchId === null
            ? 'Sin sede, la persona no puede registrar ni ver evaluaciones.'
            : 'Con una sede activa solo puedes asignar esa, o ninguna. Para otra, quita la sede activa en la barra superior.'
        }
      />
    </div>
  </Card>
);

export function InviteForm(props: InviteFormProps) {
  const invitation = useInvitationForm(props);
  const { busy, form, submit } = invitation;
  return (
    <form noValidate onSubmit={submit}>
      <UserPageColumns>
        <InvitedPersonCard form={form} account={props.account} />
        <Card title="Permisos">
          <PermissionList
            granter={props.account}
            chosen={form.values.actions}
            onChange={(actions) => form.setFieldValue('actions', [...actions])}
          />
          {form.errors['actions'] && <FieldError id="invite-actions">{form.errors['actions']}</FieldError>}
        </Card>
      </UserPageColumns>
      <div className="users-submit">
        <InvitationProblem {...invitation} />
        <Button type="submit" variant="filled" loading={busy}>
          {form.values.status === 'invited' ? 'Invitar usuario' : 'Crear usuario'}
        </Button>
      </div>
      <LeavePrompt dirty={form.isDirty()} />
    </form>
  );
}
