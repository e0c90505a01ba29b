import { Button, TextInput } from '@mantine/core';
import type { Device } from '#contract/records/people/devices.ts';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { changeDevice, fetchDevice } from '#sync/administration/devices.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import { ConflictNotice } from '#ui/notices/conflict-notice.tsx';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { NotSavedNotice } from '#ui/notices/not-saved-notice.tsx';
import { useRecordForm } from '#components/records/use-record-form.ts';
import './rename.css';

interface RenameDeviceProps {
  device: Device;
  onRenamed: (device: Device) => void;
  onCancel: () => void;
}

const RENAME_DEVICE_FAILED_TEXT = 'No se pudo cambiar el nombre.';
/** Reads the device without the list's filters; null if it cannot be read. */
const refetchDevice = (id: string): Promise<Device | null> => fetchDevice(id).catch(() => null);

const useDeviceRename = ({ device, onRenamed }: RenameDeviceProps) =>
  useRecordForm<Device, { name: string }>({
    row: device,
    valuesOf: (row) => ({ name: row?.name ?? '' }),
    validate: () => ({}),
    save: async (read, { name }) =>
      toFormOutcome(
        await changeDevice(read ?? device, { name }),
        () => refetchDevice(device.id),
        RENAME_DEVICE_FAILED_TEXT,
      ),
    onSaved: onRenamed,
  });

function RenameDeviceProblem({ state }: { state: ReturnType<typeof useDeviceRename> }) {
  const { problem, base, form, busy, keepMine, takeTheirs } = state;
  if (problem === null) return null;
  if (problem.type === 'failed')
    return (
      <NotSavedNotice
        text={problem.trouble.details[0]?.message ?? problem.trouble.text}
        unplaced={problem.unplaced}
        supportCode={problem.trouble.supportCode}
      />
    );
  const isOther = (base?.name ?? '') !== form.values.name;
  return (
    <ConflictNotice
      what="este dispositivo"
      values={isOther ? [{ label: 'Nombre', now: base?.name ?? 'Sin nombre' }] : []}
      busy={busy}
      onKeepMine={keepMine}
      onTakeTheirs={takeTheirs}
    />
  );
}

/** Form 'Cambiar nombre' in the panel. If the name is empty, the tablet's code is shown again. */
export function RenameDevice(props: RenameDeviceProps) {
  const state = useDeviceRename(props);
  const { form, busy, submit } = state;
  return (
    <form className="device-rename" noValidate onSubmit={submit}>
      <TextInput
        label="Nombre del dispositivo"
        placeholder="Recepción 1"
        data-autofocus
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        {...form.getInputProps('name')}
      />
      <RenameDeviceProblem state={state} />
      <div className="device-rename-actions">
        <Button type="submit" variant="filled" loading={busy}>
          Guardar
        </Button>
        <Button variant="subtle" disabled={busy} onClick={props.onCancel}>
          Cancelar
        </Button>
      </div>
      <LeavePrompt dirty={form.isDirty()} />
    </form>
  );
}
