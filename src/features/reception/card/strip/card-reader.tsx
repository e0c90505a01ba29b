import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import { Icon } from '#ui/display/icon.tsx';
import { wasReaderConnected } from '#storage/device/port-reader.ts';
import { noteReaderConnected } from '#sync/changes/on-device.ts';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import { useCovered } from '#ui/page/screen-cover.ts';
import { focusOn } from '../../form/focus.ts';
import type { WizardForm } from '../../form/step-props.ts';
import type { Identity } from '../../patient/use-identity.ts';
import { Notices } from '../../steps/notices.tsx';
import { canLook } from '../camera/look.ts';
import type { Given } from '../filling/card-fill.ts';
import { useCardFill, type InProgress } from '../filling/use-card-fill.ts';
import { PortReader, type PortState } from '../port/port-reader.ts';
import { browserSerial } from '../port/serial.ts';
import { listenForReader } from '../typed/listen-for-reader.ts';
import { FillNotices } from './fill-notices.tsx';
import { compareText, readTitle } from './words.ts';
import './card-reader.css';

const CardCamera = lazy(() =>
  import('../camera/card-camera.tsx').then(({ CardCamera: camera }) => ({ default: camera })),
);
const OtherPersonDialog = lazyPiece(() =>
  import('./other-person-dialog.tsx').then((late) => late.OtherPersonDialog),
);

interface CardReaderProps {
  form: WizardForm;
  identity: Identity;
  /** Step 1; on the others, and where it is frozen, a reader is heard so that it types into no field. */
  isFirstStep: boolean;
  /** Nothing is to change here any more: another window has the draft, and gets the port, or it is being parked. */
  isFrozen: boolean;
  inProgress: InProgress;
  /** A card that was read over the registration before this one, which waits now. */
  first: CardText | null;
  given: Given;
  onGiven: (given: Given) => void;
}

/** Readers that type and readers at a port, while the page is seen. */
function useReaders(isFrozen: boolean, onCard: (text: CardText) => void, onUnreadable: () => void) {
  const [port, setPort] = useState<PortState>({ name: 'off' });
  const covered = useCovered();
  const reader = useRef<PortReader | null>(null);
  const tellCard = useEffectEvent(onCard);
  const tellUnreadable = useEffectEvent(onUnreadable);
  useEffect(() => {
    if (covered) return;
    return listenForReader({ onCard: (text) => tellCard(text), onUnreadable: () => tellUnreadable() });
  }, [covered]);
  useEffect(() => {
    const serial = browserSerial();
    if (serial === null || covered || isFrozen) return;
    const opened = new PortReader(
      serial,
      { onCard: (text) => tellCard(text), onUnreadable: () => tellUnreadable() },
      setPort,
    );
    reader.current = opened;
    // A page that asks for ports is not kept for the way back (Chromium): only where a reader was connected before.
    void wasReaderConnected().then((was) => was && opened.start(), reportError);
    return () => opened.stop();
  }, [covered, isFrozen]);
  const ask = async () => {
    if (await reader.current?.ask()) await noteReaderConnected();
  };
  return { port, ask: () => void ask().catch(reportError) };
}

const ASK = {
  off: 'Conectar lector',
  lost: 'Lector desconectado: conectar',
  taken: 'Lector ocupado: reintentar',
} as const;

function PortButton({ port, onAsk }: { port: PortState; onAsk: () => void }) {
  switch (port.name) {
    case 'ready':
      return 'Lector conectado';
    case 'opening':
      return 'Conectando…';
    case 'off':
    case 'lost':
    case 'taken':
      return (
        <Button variant="subtle" onClick={onAsk}>
          {ASK[port.name]}
        </Button>
      );
  }
}

/** Reads cards on every step, and shows on the first how to read one. */
export function CardReader({ isFirstStep, isFrozen, first, ...filling }: CardReaderProps) {
  const { form, inProgress } = filling;
  const [camera, setCamera] = useState(false);
  const fill = useCardFill(filling);
  const readFirst = useEffectEvent(() => first && fill.read(first));
  useEffect(() => void readFirst(), []);
  const close = () => {
    setCamera(false);
    focusOn('.card-look');
  };
  const isHearing = isFirstStep && !isFrozen;
  const take = (text: CardText) => {
    setCamera(false);
    if (isHearing) fill.read(text);
  };
  const { port, ask } = useReaders(isFrozen, take, () => isHearing && fill.unreadable());
  if (!isFirstStep) return null;
  const filled = fill.state.name === 'filled' ? fill.state : null;
  return (
    <div className="card-reader">
      <div className={`card-strip ${filled ? 'card-strip-done' : ''}`} data-lookup>
        <span className="card-strip-tile">
          <Icon name={filled ? 'check' : 'person'} size={26} />
        </span>
        <div className="card-strip-text" aria-live="polite">
          <strong>{filled ? readTitle(filled.person) : 'Lee la cédula'}</strong>
          <span>
            {filled ? compareText(form.values) : 'con la cámara o un lector: los campos se llenan solos'}
          </span>
        </div>
        {browserSerial() !== null && (
          <div className="card-strip-port" aria-live="polite">
            <PortButton port={port} onAsk={ask} />
          </div>
        )}
        {canLook() && (
          <Button
            className="card-look"
            variant={filled ? 'default' : 'filled'}
            leftSection={<Icon name="camera" />}
            onClick={() => setCamera(true)}
          >
            {filled ? 'Leer otra' : 'Leer cédula'}
          </Button>
        )}
      </div>
      <Notices>
        <FillNotices fill={fill} />
      </Notices>
      {fill.state.name === 'other' && (
        <Suspense>
          <OtherPersonDialog
            person={fill.state.person}
            fill={fill}
            form={form.values}
            inProgress={inProgress}
          />
        </Suspense>
      )}
      {camera && !isFrozen && (
        <Suspense>
          <CardCamera opened onCard={take} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
