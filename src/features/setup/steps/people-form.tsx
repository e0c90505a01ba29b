import { Button, Radio, TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { ROLES, roleOf } from '#domain/access/roles.ts';
import type { CreatedUser } from '#contract/records/people/users.ts';
import { formOutcome } from '#sync/changes/form-outcome.ts';
import { createUser } from '#sync/administration/users.ts';
import { RecordProblem } from '#components/record-problem.tsx';
import { useRecordForm } from '#components/use-record-form.ts';
import { emptyPerson, invitationOf, personSchema, type PersonValues } from './people.ts';
import type { StepProps } from './step.ts';
import './people-form.css';

interface PeopleFormProps extends Pick<StepProps, 'account' | 'draft' | 'disabledReason'> {
  onInvited: (user: CreatedUser) => void;
}

const NOBODY = () => Promise.resolve(null);

function useInvitation({ account, draft, onInvited }: PeopleFormProps) {
  return useRecordForm<CreatedUser, PersonValues>({
    row: null,
    // The next person begins with an empty form, and the same role.
    valuesOf: (user) =>
      user
        ? { ...emptyPerson, role: roleOf(user.actions)?.key ?? emptyPerson.role }
        : { ...emptyPerson, ...draft.found.texts },
    validate: schemaResolver(personSchema, { sync: true }),
    save: async (_none, values) =>
      formOutcome(
        await createUser(invitationOf(values, account.branchId)),
        NOBODY,
        'No se pudo crear el usuario.',
      ),
    onSaved: (user) => {
      draft.forget();
      onInvited(user);
    },
    onTyped: (texts) => draft.keep({ texts }),
  });
}

/** Somebody's name, address and role; the permissions follow from it and can be changed under Usuarios. */
export function PeopleForm(props: PeopleFormProps) {
  const state = useInvitation(props);
  const { form, busy, submit } = state;
  return (
    <form className="setup-person" noValidate data-kept onSubmit={submit}>
      <TextInput
        label="Nombre"
        required
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        {...form.getInputProps('display_name')}
      />
      <TextInput
        label="Correo electrónico"
        type="email"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <Radio.Group className="setup-roles" label="Qué hará" {...form.getInputProps('role')}>
        {ROLES.map(({ key, label, sentence }) => (
          <Radio
            key={key}
            value={key}
            label={label}
            description={sentence}
            classNames={{ root: 'setup-role', label: 'setup-role-label', description: 'setup-role-sentence' }}
          />
        ))}
      </Radio.Group>
      <RecordProblem state={state} what="esta persona" />
      <Button className="setup-invite" type="submit" loading={busy} disabled={props.disabledReason !== null}>
        Invitar
      </Button>
    </form>
  );
}
