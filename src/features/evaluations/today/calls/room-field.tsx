import { TextInput } from '@mantine/core';
import { useState, type KeyboardEvent, type Ref } from 'react';
import { ROOM_MAX_LENGTH } from '#contract/records/waiting-room.ts';
import { saveRoom } from '#sync/changes/on-device-aside.ts';
import './room-field.css';

interface RoomFieldProps {
  room: string;
  isMissing: boolean;
  input: Ref<HTMLInputElement>;
  onSaved: (room: string) => void;
}

/** Room to which this device calls patients. The device keeps it, also after a sign-out. */
export function RoomField({ room, isMissing, input, onSaved }: RoomFieldProps) {
  const [typed, setTyped] = useState(room);
  const save = () => {
    const next = typed.trim();
    setTyped(next);
    if (next === room) return;
    onSaved(next);
    saveRoom(next).catch(reportError);
  };
  const saveOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') save();
  };
  return (
    <TextInput
      ref={input}
      className="room-field"
      label="Tu consultorio"
      description="Los pacientes lo ven en la pantalla de espera. Queda guardado en este dispositivo."
      placeholder="Consultorio 2"
      maxLength={ROOM_MAX_LENGTH}
      value={typed}
      error={isMissing && typed.trim() === '' ? 'Escribe tu consultorio para llamar.' : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={saveOnEnter}
    />
  );
}
