import { useEffect, useState } from 'react';
import { ensureDeviceId } from '#sync/changes/on-device.ts';
import { deviceCode } from '#storage/device/device-identity.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { NoteParagraph } from './device-note.tsx';
import './identity-section.css';

type DeviceCodeState =
  | { readonly code: string; readonly problem: null }
  | { readonly code: null; readonly problem: StorageProblemKind | null };

/** Reads the device's code. A live query is not possible, because the first read creates the id, which is a write. */
function useThisDeviceCode(): DeviceCodeState {
  const [identity, setIdentity] = useState<DeviceCodeState>({ code: null, problem: null });
  useEffect(() => {
    ensureDeviceId().then(
      (id) => setIdentity({ code: deviceCode(id), problem: null }),
      (error: unknown) => {
        if (error instanceof StorageProblem) setIdentity({ code: null, problem: error.kind });
        else reportError(error);
      },
    );
  }, []);
  return identity;
}

export function DeviceCodeSection() {
  const { code, problem } = useThisDeviceCode();
  return (
    <Card title="Identificación">
      {problem && <StorageNotice kind={problem} />}
      {code !== null && (
        <p>
          Código de este dispositivo: <strong className="device-code">{code}</strong>
        </p>
      )}
      <NoteParagraph>
        Con él lo reconoce el administrador en «Dispositivos». No dice quién lo usa ni qué guarda.
      </NoteParagraph>
    </Card>
  );
}
