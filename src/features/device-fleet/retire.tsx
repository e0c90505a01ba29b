import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Device } from '#contract/records/people/devices.ts';
import { changeDevice } from '#sync/administration/devices.ts';
import { saveFailureOf } from '#sync/messages/failure-text.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { useToastAfterRedirect } from '#ui/notices/use-toast-after-redirect.ts';
import { toast } from '#ui/notices/toast.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { deviceName, unsentCountText } from './messages.ts';
import './retire.css';

interface RetireProps {
  device: Device;
  onChanged: (device: Device) => void;
  /** Called when another user has changed the device, so that the parent fetches it again. */
  onStale: () => void;
}

function useRetirement({ device, onChanged, onStale }: RetireProps) {
  const { busy, trouble, run } = useChangeRunner<string>();
  const toastAfterRedirect = useToastAfterRedirect();
  const setRetired = (isRetired: boolean) =>
    run(async () => {
      const result = await changeDevice(device, { is_retired: isRetired });
      if (result.type === 'saved') {
        onChanged(result.body);
        toast('ok', isRetired ? 'Dispositivo retirado.' : 'Dispositivo reactivado.');
      }
      if (result.type === 'stale') onStale();
      const found = saveFailureOf(result, 'No se pudo cambiar el dispositivo.');
      toastAfterRedirect(found);
      return found?.text ?? null;
    });
  return { busy, trouble, turn: setRetired };
}

const RetirePromptText = ({ device }: { device: Device }) => (
  <>
    {device.unsent > 0 && (
      <p>
        <b>Le falta enviar: {unsentCountText(device)}.</b> Retirarlo no lo envía ni lo recupera: enciéndelo
        antes con red o rescátalo desde él.
      </p>
    )}
    <p>Sale del listado y deja de avisar. Si vuelve a dar señal, aparece otra vez.</p>
  </>
);

/** Buttons 'Retirar', with a confirmation, and 'Reactivar', without one. */
export function RetirementButton(props: RetireProps) {
  const { device } = props;
  const { busy, trouble, turn } = useRetirement(props);
  const [isPrompting, setPrompting] = useState(false);
  const retire = async () => {
    await turn(true);
    setPrompting(false);
  };
  return (
    <>
      {device.standing === 'retired' ? (
        <Button loading={busy} onClick={() => void turn(false)}>
          Reactivar
        </Button>
      ) : (
        <Button loading={busy} onClick={() => setPrompting(true)}>
          Retirar
        </Button>
      )}
      {trouble !== null && (
        <div className="device-trouble">
          <Notice kind="error">{trouble}</Notice>
        </div>
      )}
      <ConfirmDialog
        opened={isPrompting}
        title={`¿Retirar ${deviceName(device)}?`}
        confirmLabel="Retirar dispositivo"
        tone="danger"
        main={device.unsent > 0 ? 'cancel' : 'confirm'}
        busy={busy}
        onConfirm={() => void retire()}
        onCancel={() => setPrompting(false)}
      >
        <RetirePromptText device={device} />
      </ConfirmDialog>
    </>
  );
}
