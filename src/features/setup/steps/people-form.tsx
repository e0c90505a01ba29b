import { Button, Radio, TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import { useRef } from 'react';
import type { Doctor } from '#contract/catalogs/doctors.ts';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { ROLE_DEFINITIONS, roleWithExactPermissions } from '#domain/access/roles.ts';
import type { CreatedUser } from '#contract/records/people/users.ts';
import { linkDoctor } from '#sync/administration/doctor-links.ts';
import { createUser } from '#sync/administration/users.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import type { SaveFailure } from '#sync/messages/failure-text.ts';
import { RecordProblem } from '#components/record-problem.tsx';
import { useRecordForm } from '#components/use-record-form.ts';
import { LinkSelect, NO_LINK_CHOICE, doctorIdToLink, doctorOptions } from './doctor-link.tsx';
import { emptyPerson, toInvitation, personSchema, type PersonValues } from './people.ts';
import { StepForm } from './step-form.tsx';
import type { StepProps } from './step.ts';
import './people-form.css';

interface InvitePersonFormProps extends Pick<StepProps, 'account' | 'draft' | 'disabledReason'> {
  doctors: readonly Doctor[];
  /**
   * Called after an invitation. `linkTrouble` is the reason why linking the user to the chosen doctor failed; null if no
   * linking failed.
   */
  onInvited: (user: CreatedUser, linkTrouble: string | null) => void;
}

const isDoctorChoiceShown = ({ role }: PersonValues, doctors: readonly Doctor[]): boolean =>
  role === 'doctor' && doctors.length > 0;

const chosenDoctorId = (values: PersonValues, doctors: readonly Doctor[]): string =>
  isDoctorChoiceShown(values, doctors)
    ? doctorIdToLink(values.doctor_id, values.display_name, doctors)
    : NO_LINK_CHOICE;

const validatePerson = schemaResolver(personSchema, { sync: true });
const CHOOSE_DOCTOR_HINT = 'Elige con qué médico del catálogo firma, o «Todavía ninguno».';

function useInvitationForm({ account, draft, doctors, onInvited }: InvitePersonFormProps) {
  const linkTrouble = useRef<SaveFailure | null>(null);
  return useRecordForm<CreatedUser, PersonValues>({
    row: null,
    // The form is emptied after an invitation, except for the role.
    valuesOf: (user) =>
      user
        ? { ...emptyPerson, role: roleWithExactPermissions(user.actions)?.key ?? emptyPerson.role }
        : { ...emptyPerson, ...draft.found.texts },
    validate: (values) => ({
      ...validatePerson(values),
      ...(chosenDoctorId(values, doctors) === '' && { doctor_id: CHOOSE_DOCTOR_HINT }),
    }),
    save: async (_none, values) => {
      const created = await createUser(toInvitation(values, account));
      const doctorId = chosenDoctorId(values, doctors);
      linkTrouble.current =
        created.type === 'saved' && doctorId !== NO_LINK_CHOICE
          ? await linkDoctor(created.body, doctorId)
          : null;
      return toFormOutcome(created, null, 'No se pudo crear el usuario.');
    },
    onSaved: (user) => {
      draft.forget();
      onInvited(user, linkTrouble.current?.text ?? null);
    },
    onTyped: (texts) => draft.keep({ texts }),
  });
}

/** Form for a user's name, e-mail address and role. The role sets the permissions, which can be changed later in Usuarios. */
export function InvitePersonForm(props: InvitePersonFormProps) {
  const { doctors, disabledReason } = props;
  const state = useInvitationForm(props);
  const { form, busy, submit } = state;
  return (
    <StepForm onSubmit={submit}>
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
        {ROLE_DEFINITIONS.map(({ key, label, sentence }) => (
          <Radio
            key={key}
            value={key}
            label={label}
            description={sentence}
            classNames={{ root: 'setup-role', label: 'setup-role-label', description: 'setup-role-sentence' }}
          />
        ))}
      </Radio.Group>
      {isDoctorChoiceShown(form.values, doctors) && (
        <LinkSelect
          {...form.getInputProps('doctor_id')}
          label="Firma como"
          description="Sus documentos salen con este nombre y esta firma."
          data={[...doctorOptions(doctors), { value: NO_LINK_CHOICE, label: 'Todavía ninguno' }]}
          value={doctorIdToLink(form.values.doctor_id, form.values.display_name, doctors)}
        />
      )}
      <RecordProblem state={state} what="esta persona" />
      <Button className="setup-invite" type="submit" loading={busy} disabled={disabledReason !== null}>
        Invitar
      </Button>
    </StepForm>
  );
}
