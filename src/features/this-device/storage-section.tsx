import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { isSpaceScarce, type StorageSpace } from '#domain/storage-space.ts';
import { totalUnsent } from '#domain/outbox/unsent.ts';
import {
  isStoragePersistent,
  readStorageSpace,
  readUnsentDataSummary,
} from '#storage/device/storage-space.ts';
import { readRetentionSummary } from '#storage/retention/summary.ts';
import { testStorage } from '#sync/changes/storage-test.ts';
import { requestStoragePersistence } from '#ui/hooks/request-persistence.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { InstallOffer } from '#components/install-offer.tsx';
import { useStorageOperation } from './use-storage-work.ts';
import {
  formatOutboxBackup,
  formatRetention,
  formatRemainingRegistrations,
  formatStorageProtection,
  formatStorageSpace,
  formatUnsentEntries,
} from './messages.ts';
import { NoteParagraph } from './device-note.tsx';
import './storage-section.css';

interface StorageHealth {
  readonly space: StorageSpace | null;
  readonly kept: boolean | null;
}

function useStorageHealth() {
  const [health, setHealth] = useState<StorageHealth | null>(null);
  const read = useCallback(() => {
    Promise.all([readStorageSpace(), isStoragePersistent()]).then(
      ([space, kept]) => setHealth({ space, kept }),
      // Some browsers reject the query. The storage space and the protection against deletion are then unknown.
      () => setHealth({ space: null, kept: null }),
    );
  }, []);
  useEffect(read, [read]);
  return { health, read };
}

const FactRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="device-fact">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const SpaceFact = ({ space }: { space: StorageSpace | null }) => {
  if (!space) return 'Este navegador no dice cuánto espacio hay.';
  return (
    <>
      <span className="room-bar" aria-hidden="true">
        <span
          className={isSpaceScarce(space) ? 'room-used room-scarce' : 'room-used'}
          style={{ width: `${Math.min(100, Math.max(1, (space.used / space.quota) * 100))}%` }}
        />
      </span>
      <span>
        {formatStorageSpace(space)} {formatRemainingRegistrations(space)}
      </span>
    </>
  );
};

function StorageProtection({ kept, onAnswer }: { kept: boolean | null; onAnswer: () => void }) {
  const [isRequested, setRequested] = useState(false);
  const askBrowser = () => {
    setRequested(true);
    // The call is not awaited, because Firefox prompts the user, who may never respond.
    requestStoragePersistence()?.then(onAnswer, onAnswer);
  };
  return (
    <>
      {kept !== null && (
        <StatusTag kind={kept ? 'ok' : 'warn'} icon={kept ? 'check' : 'alert'}>
          {kept ? 'Protegidos' : 'Sin protección'}
        </StatusTag>
      )}
      <span>{formatStorageProtection(kept)}</span>
      {kept === false && (
        <span className="device-ask">
          <Button onClick={askBrowser}>Pedir protección</Button>
          <output>
            {isRequested &&
              'Pedida. Si el navegador pregunta, permítela; si no la da, instala la app o agrégala a favoritos y vuelve a pedirla.'}
          </output>
        </span>
      )}
    </>
  );
}

type StorageTestState = 'running' | 'works' | 'damaged' | null;

function StorageTest({ ownerId }: { ownerId: string }) {
  const { problem, run } = useStorageOperation();
  const [tested, setTested] = useState<StorageTestState>(null);
  const test = async () => {
    setTested('running');
    let outcome: StorageTestState = null;
    try {
      outcome = (await testStorage(ownerId)) ? 'works' : 'damaged';
    } finally {
      setTested(outcome);
    }
  };
  return (
    <div className="device-test">
      <Button loading={tested === 'running'} onClick={() => run(test)}>
        Probar el almacenamiento
      </Button>
      {tested === 'works' && <Notice kind="ok">Funciona: se escribió, se leyó y se borró una prueba.</Notice>}
      {tested === 'damaged' && (
        <Notice kind="error" title="Lo que se leyó no es lo que se escribió.">
          Envía lo pendiente, no registres más aquí y usa otro dispositivo. Avisa al administrador.
        </Notice>
      )}
      {problem && <StorageNotice kind={problem} />}
    </div>
  );
}

export function StorageSection({ ownerId }: { ownerId: string }) {
  const { health, read } = useStorageHealth();
  const waiting = useLiveQuery(() => readUnsentDataSummary(ownerId), [ownerId]);
  const retention = useLiveQuery(() => readRetentionSummary(ownerId), [ownerId]);
  return (
    <Card title="Almacenamiento">
      <dl className="device-facts">
        <FactRow label="Espacio">{health && <SpaceFact space={health.space} />}</FactRow>
        <FactRow label="Conservación">
          {health && <StorageProtection kept={health.kept} onAnswer={read} />}
        </FactRow>
        <FactRow label="Por enviar">{waiting && formatUnsentEntries(waiting)}</FactRow>
        {waiting && totalUnsent(waiting.own) + totalUnsent(waiting.others) > 0 && (
          <FactRow label="Segunda copia">{formatOutboxBackup(waiting)}</FactRow>
        )}
        {retention && <FactRow label="Ya entregado">{formatRetention(retention)}</FactRow>}
      </dl>
      <NoteParagraph>
        El espacio es un cálculo del navegador: con el disco lleno puede ser menos.
      </NoteParagraph>
      <StorageTest ownerId={ownerId} />
      <InstallOffer where="device" />
    </Card>
  );
}
