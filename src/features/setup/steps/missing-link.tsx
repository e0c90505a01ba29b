import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Doctor } from '#contract/catalogs/doctors.ts';
import type { User } from '#contract/records/people/users.ts';
import { linkDoctor } from '#sync/administration/doctor-links.ts';
import type { SaveFailure } from '#sync/messages/failure-text.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { NO_LINK_CHOICE, doctorChoice, doctorOptions } from './doctor-choice.ts';
import { LinkSelect } from './link-select.tsx';
import './missing-link.css';

interface DoctorLinkFormProps {
  user: User;
  doctors: readonly Doctor[];
  disabled: boolean;
  onTried: () => void;
}

/** Links an invited user with a doctor's role to a doctor, if the invitation did not do so. */
export function DoctorLinkForm({ user, doctors, disabled, onTried }: DoctorLinkFormProps) {
  const [chosen, setChosen] = useState('');
  const { busy, trouble, run } = useChangeRunner<SaveFailure>();
  const value = doctorChoice(chosen, user.display_name, doctors);
  const link = async (): Promise<SaveFailure | null> => {
    const failure = await linkDoctor(user, value);
    onTried();
    return failure;
  };
  return (
    <div className="setup-missing-link">
      <LinkSelect
        label={`Médico de ${user.display_name}`}
        data={doctorOptions(doctors).filter((option) => option.value !== NO_LINK_CHOICE)}
        value={value}
        error={trouble?.details[0]?.message ?? trouble?.text}
        onChange={setChosen}
      />
      <Button loading={busy} disabled={disabled || value === ''} onClick={() => void run(link)}>
        Asignar médico
      </Button>
    </div>
  );
}
