import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { Icon } from '#ui/display/icon.tsx';
import { wasCardReaderConnected } from '#storage/device/port-reader.ts';
import { recordReaderConnected } from '#sync/changes/on-device.ts';
import { CardMessage, useCardMessage } from '#components/reader/card-message.tsx';
import { registerCardReceiver } from '#components/reader/card-receivers.ts';
import { isDialogOpen } from '#ui/dialogs/unsaved.ts';
import { useIsCovered } from '#ui/page/screen-cover.ts';
import { focusElement } from '../../form/focus.ts';
import { StepNotices } from '../../steps/notices.tsx';
import { CardCamera } from '../camera/card-camera.tsx';
import { canScanCards } from '../camera/card-scanner.ts';
import { useCardFill, type CardFillOptions, type CardFillState } from '../filling/use-card-fill.ts';
import { browserSerial, createPortReader, type PortReader, type PortState } from '../port/port-reader.ts';
import { CardFillNotices } from './fill-notices.tsx';
import { OtherPersonDialog } from './other-person-dialog.tsx';
import {
  CARD_NOT_USED_MESSAGE,
  UNREADABLE_CARD_MESSAGE,
  cardReadTitle,
  formatCompareCardMessage,
  formatUnusedCard,
} from './messages.ts';
import './card-reader.css';

/** Receives cards from keyboard readers and port readers, except while the lock screen covers the page. */
function useCardReaders(isFrozen: boolean, onCard: (text: CardText) => void, onUnreadable: () => void) {
  const [port, setPort] = useState<PortState>('off');
  const covered = useIsCovered();
  const reader = useRef<PortReader | null>(null);
  const showCard = useEffectEvent(onCard);
  const showUnreadable = useEffectEvent(onUnreadable);
  useEffect(() => {
    if (covered) return;
    const handlers = { onCard: (text: CardText) => showCard(text), onUnreadable: () => showUnreadable() };
    const unregister = registerCardReceiver(handlers);
    const serial = browserSerial();
    if (serial === null || isFrozen) return unregister;
    const opened = createPortReader(serial, handlers, setPort);
    reader.current = opened;
    // Listing the ports excludes a page from Chromium's back/forward cache, so it is done only if a reader was used before.
    void wasCardReaderConnected().then((was) => was && opened.start(), reportError);
    return () => {
      unregister();
      opened.stop();
    };
  }, [covered, isFrozen]);
  const connectReader = async () => {
    if (await reader.current?.requestPort()) await recordReaderConnected();
  };
  return { port, ask: () => void connectReader().catch(reportError) };
}

const PORT_LABELS: Record<PortState, string> = {
  off: 'Conectar lector',
  opening: 'Conectando…',
  ready: 'Lector conectado',
  lost: 'Reconectar lector',
  taken: 'Lector ocupado: reintentar',
};

interface ReaderBarProps {
  filled: Extract<CardFillState, { name: 'filled' }> | null;
  form: RegistrationForm;
  port: PortState;
  onPrompt: () => void;
  onLook: () => void;
}

function ReaderBar({ filled, form, port, onPrompt, onLook }: ReaderBarProps) {
  const hint =
    port === 'lost'
      ? 'el lector se desconectó: revisa su cable'
      : 'con la cámara o un lector: los campos se llenan solos';
  return (
    <div className={`card-strip ${filled ? 'card-strip-done' : ''}`} data-lookup>
      <span className="card-strip-tile">
        <Icon name={filled ? 'check' : 'person'} size={26} />
      </span>
      <div className="card-strip-text" aria-live="polite">
        <strong>{filled ? cardReadTitle(filled.person) : 'Lee la cédula'}</strong>
        <span>{filled ? formatCompareCardMessage(form) : hint}</span>
      </div>
      {browserSerial() !== null && (
        <div className="card-strip-port" aria-live="polite">
          {port === 'ready' || port === 'opening' ? (
            PORT_LABELS[port]
          ) : (
            <Button variant="subtle" onClick={onPrompt}>
              {PORT_LABELS[port]}
            </Button>
          )}
        </div>
      )}
      {canScanCards() && (
        <Button
          className="card-look"
          variant={filled ? 'default' : 'filled'}
          leftSection={<Icon name="camera" />}
          onClick={onLook}
        >
          {filled ? 'Leer otra' : 'Leer cédula'}
        </Button>
      )}
    </div>
  );
}

/** Receives cards in every step, and shows the card-reader bar in step 1. */
export function CardReader(props: CardFillOptions) {
  const { wizard, parking } = props;
  const form = wizard.form.values;
  // A card fills the fields of step 1. The other steps only report whose card was read.
  const isFirstStep = wizard.step === 0;
  // The form must not change while it is being parked, or after another window has opened the draft; that window uses the port.
  const isFrozen = wizard.draft.elsewhere || parking.isBusy;
  const { card: first } = wizard.start;
  const [camera, setCamera] = useState(false);
  const fill = useCardFill(props);
  const readFirst = useEffectEvent(() => first && fill.read(first));
  useEffect(() => void readFirst(), []);
  const close = () => {
    setCamera(false);
    focusElement('.card-look');
  };
  const [said, say] = useCardMessage();
  /**
   * Returns true if another component's dialog covers the form. A card then fills in nothing, because the user would not see
   * the change.
   */
  const isBelow = () => !camera && fill.state.name !== 'other' && isDialogOpen();
  const receiveCard = (text: CardText) => {
    const isHidden = isBelow();
    setCamera(false);
    if (isFrozen) say(CARD_NOT_USED_MESSAGE);
    else if (isHidden) say(formatUnusedCard(fill.glance(text), true));
    else if (!isFirstStep) say(formatUnusedCard(fill.readElsewhere(text), false));
    else {
      say(null);
      fill.read(text);
    }
  };
  const { port, ask } = useCardReaders(isFrozen, receiveCard, () => {
    if (isFrozen) say(CARD_NOT_USED_MESSAGE);
    else if (!isFirstStep || isBelow()) say(UNREADABLE_CARD_MESSAGE);
    else fill.unreadable();
  });
  const besides = (
    <>
      <CardMessage said={said} />
      {fill.state.name === 'other' && (
        <OtherPersonDialog
          person={fill.state.person}
          fill={fill}
          form={form}
          captured={wizard.captures.taken}
        />
      )}
    </>
  );
  if (!isFirstStep) return besides;
  const filled = fill.state.name === 'filled' ? fill.state : null;
  return (
    <div className="card-reader">
      <ReaderBar filled={filled} form={form} port={port} onPrompt={ask} onLook={() => setCamera(true)} />
      <StepNotices>
        <CardFillNotices fill={fill} form={form} />
      </StepNotices>
      {besides}
      {camera && !isFrozen && <CardCamera onCard={receiveCard} onClose={close} />}
    </div>
  );
}
