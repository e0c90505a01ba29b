import { Button } from '@mantine/core';
import { useState } from 'react';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { setUserDoctor } from '#sync/administration/users/users.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { ConcurrentChangeNotice } from './changed-concurrently.tsx';
import { useUserChange, type UserEditContext } from './use-user-change.ts';
import { UserCard, UserHint } from './user-card.tsx';

function useDoctorLink(subject: UserEditContext) {
  const { user } = subject;
  const [choice, setChoice] = useState<string | undefined>(undefined);
  const { busy, trouble, start } = useUserChange(subject);
  const now = user.doctor?.id ?? '';
  const chosen = choice ?? now;
  const link = () =>
    void start({
      send: async () => {
        const result = await setUserDoctor(user, chosen || null);
        if (result.type === 'saved') setChoice(undefined);
        return result;
      },
      success: chosen === '' ? 'Médico quitado del usuario.' : 'Médico asignado al usuario.',
      refused: 'No se pudo cambiar el médico del usuario.',
    });
  return { busy, trouble, chosen, isChanged: chosen !== now, choose: setChoice, link };
}

function DoctorAssignmentForm({ subject }: { subject: UserEditContext }) {
  const { busy, trouble, chosen, isChanged, choose, link } = useDoctorLink(subject);
  return (
    <>
      <SearchSelect
        {...createCatalogSource('doctors', subject.account.userId)}
        label="Médico del catálogo"
        noneLabel="No es médico"
        value={chosen}
        onChange={choose}
        showAside
        error={trouble?.details.find(({ field }) => field === 'doctor_id')?.message}
      />
      <UserHint>
        Con su médico asignado firma sin escribir la contraseña. Firmar como otra persona, o sin médico
        asignado, pide contraseña y motivo.
      </UserHint>
      {trouble?.type === 'stale' ? (
        <ConcurrentChangeNotice>
          Ahora su médico es «{subject.user.doctor?.name ?? 'No es médico'}».
        </ConcurrentChangeNotice>
      ) : (
        trouble && (
          <Notice kind="error" supportCode={trouble.supportCode}>
            {trouble.text}
          </Notice>
        )
      )}
      <Button loading={busy} disabled={!isChanged} onClick={link}>
        {isChanged && chosen === '' ? 'Quitar médico' : 'Asignar médico'}
      </Button>
    </>
  );
}

/** Doctor linked to the user. Renders nothing if the server does not support such a link (base contract). */
export const DoctorCard = ({ subject }: { subject: UserEditContext }) =>
  subject.user.doctor === undefined ? null : (
    <UserCard title="Médico">
      <DoctorAssignmentForm subject={subject} />
    </UserCard>
  );
