import { TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import type { SaveFailure } from '#sync/messages/failure-text.ts';
import { EmailInput } from './email-input.tsx';
import { thrownPartFailure } from '../part-failure.ts';
import { inviteUser, personSchema } from './people.ts';
import { PartFields } from '../part-fields.tsx';
import type { PartProps } from '../step.ts';
import { usePartForm } from '../use-part-form.tsx';

/** Form for the first receptionist. More colleagues are invited in Usuarios. */
export function PeopleStep(props: PartProps) {
  const { account } = props;
  const create = async (
    values: { display_name: string; email: string },
    branchId: string | null,
  ): Promise<SaveFailure | null> => {
    try {
      const person = personSchema.parse(values);
      const outcome = await inviteUser(account, { ...person, role: 'reception', doctorId: null, branchId });
      return outcome.type === 'failed' ? outcome.trouble : null;
    } catch (error) {
      return thrownPartFailure(error, 'No se pudo crear el usuario.');
    }
  };
  const { form, notice } = usePartForm(props, {
    part: 'people',
    empty: { display_name: '', email: '' },
    // A draft of an earlier version may belong to another role.
    isDraftUsed: ({ role = 'reception' }) => role === 'reception',
    validate: schemaResolver(personSchema, { sync: true }),
    create,
  });
  return (
    <PartFields>
      <TextInput
        label="Nombre de recepcionista"
        required
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        {...form.getInputProps('display_name')}
      />
      <EmailInput label="Correo de recepcionista" required {...form.getInputProps('email')} />
      {notice}
    </PartFields>
  );
}
