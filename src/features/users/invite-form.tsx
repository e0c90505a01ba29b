import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { CreateUserBody, type CreatedUser } from '#contract/users.ts';
import { USER_STATUSES } from '#contract/vocabulary.ts';
import { fieldMessages, troubleOf, type Trouble } from '#sync/failure-text.ts';
import type { Account } from '#sync/session.ts';
import { createUser } from '#sync/users.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast.ts';
import { useChange } from '#ui/use-change.ts';
import { BranchSelect } from './branch-select.tsx';
import { PermissionList } from './permission-list.tsx';
import { useForgetLists } from './queries.ts';
import { STATUS_WORDS } from './words.ts';

const COULD_NOT = 'No se pudo crear el usuario.';
const MISSING = 'Completa los campos obligatorios.';
const STATUS_OPTIONS = ['invited', 'active', 'suspended'] as const;

interface InviteFormProps {
  account: Account;
  onCreated: (user: CreatedUser) => void;
}

/** Spec §9: invited, with an invitation; the branch is the administrator's own where there is one. */
const emptyForm = (account: Account): CreateUserBody => ({
  email: '',
  display_name: '',
  status: 'invited',
  send_invitation: true,
  actions: [],
  branch_id: account.branchId,
});

function useInvitation({ account, onCreated }: InviteFormProps) {
  const { busy, trouble, run, forget } = useChange<Trouble>();
  const [incomplete, setIncomplete] = useState(false);
  const forgetLists = useForgetLists(account.userId);
  const form = useForm<CreateUserBody>({
    initialValues: emptyForm(account),
    validate: schemaResolver(CreateUserBody, { sync: true }),
    onValuesChange: () => {
      setIncomplete(false);
      forget();
    },
  });
  const attempt = async (values: CreateUserBody): Promise<Trouble | null> => {
    const result = await createUser(CreateUserBody.parse(values));
    if (result.type === 'saved') {
      forgetLists();
      onCreated(result.body);
      return null;
    }
    const found = troubleOf(result, COULD_NOT);
    form.setErrors(fieldMessages(found?.details ?? []));
    if (found?.code === 'forbidden') toast('error', found.text);
    return found;
  };
  const submit = form.onSubmit(
    (values) => void run(() => attempt(values)),
    (errors, values) => {
      setIncomplete(values.email.trim() === '' || values.display_name.trim() === '');
      form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
    },
  );
  return { busy, problem: incomplete ? MISSING : (trouble?.text ?? null), form, submit };
}

type Invitation = ReturnType<typeof useInvitation>['form'];

const Person = ({ form }: { form: Invitation }) => (
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
        data={STATUS_OPTIONS.map((status) => ({ value: status, label: STATUS_WORDS[status] }))}
        allowDeselect={false}
        value={form.values.status}
        onChange={(value) =>
          form.setFieldValue('status', USER_STATUSES.find((status) => status === value) ?? 'invited')
        }
      />
      {form.values.status === 'invited' && (
        <Checkbox
          className="users-send"
          label="Enviar la invitación por correo"
          description="También verás el enlace de activación para compartirlo."
          {...form.getInputProps('send_invitation', { type: 'checkbox' })}
        />
      )}
    </div>
  </Card>
);

const Branch = ({ form, account }: { form: Invitation; account: Account }) => (
  <Card title="Sede">
    <BranchSelect
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
  </Card>
);

export function InviteForm(props: InviteFormProps) {
  const { busy, problem, form, submit } = useInvitation(props);
  return (
    <form noValidate onSubmit={submit}>
      <div className="users-columns">
        <div>
          <Person form={form} />
          <Branch form={form} account={props.account} />
        </div>
        <Card title="Permisos">
          <PermissionList
            chosen={form.values.actions}
            onChange={(actions) => form.setFieldValue('actions', [...actions])}
          />
        </Card>
      </div>
      <div className="users-submit">
        {problem !== null && <Notice kind="error">{problem}</Notice>}
        <Button type="submit" variant="filled" loading={busy}>
          {form.values.status === 'invited' ? 'Invitar usuario' : 'Crear usuario'}
        </Button>
      </div>
    </form>
  );
}
