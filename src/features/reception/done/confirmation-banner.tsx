import { Button } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#ui/display/icon.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import {
  toDeliveryState,
  isPictureKind,
  retryLabel,
  type DeliveryState,
  type ConfirmedRegistration,
} from './done-state.ts';
import { createDeliveryTitle } from './done-title.ts';
import { formatRejectionReasons } from './reasons-text.ts';
import { UploadStates } from './uploads.tsx';
import { useConfirmedRegistration } from './use-registered.ts';
import { useFormatQueueNumber } from './use-queue-number-text.ts';
import './confirmation-banner.css';

const CorrectButton = lazyComponent(() => import('./correct.tsx').then((loaded) => loaded.CorrectButton));
const PictureActions = lazyComponent(() =>
  import('./picture-actions.tsx').then((loaded) => loaded.PictureActions),
);

interface ConfirmationBannerProps {
  ownerId: string;
  /** Entry of the registration to show; null hides the banner. */
  entryId: string | null;
  onDismiss: () => void;
}

type StoredRegistration = NonNullable<ConfirmedRegistration['entry'] | ConfirmedRegistration['receipt']>;

const BANNER_KINDS: Partial<Record<DeliveryState['name'], 'bad' | 'mute'>> = {
  refused: 'bad',
  discarded: 'mute',
};

interface AnnouncementProps {
  kept: StoredRegistration;
  state: DeliveryState;
  turn: string | null;
}

const DOT = <i className="band-dot"> · </i>;

const AnnouncedMessage = ({ kept: { summary }, state, turn }: AnnouncementProps) => (
  <>
    <span className="band-line">
      {turn !== null && <strong className="band-turn">{turn}</strong>}
      <b>
        {turn !== null && DOT}
        {summary.patientName}
      </b>
      <span>
        {DOT}
        {summary.identification_type} {summary.identification_number} · {createDeliveryTitle(state).title}
      </span>
    </span>
    {state.name === 'refused' && <span className="band-reasons">{formatRejectionReasons(state)}</span>}
  </>
);

const formatRetryUploadLabel = (state: DeliveryState): string | null =>
  state.name === 'created' || (state.name === 'refused' && state.kinds.every(isPictureKind))
    ? retryLabel(state)
    : null;

/**
 * Returns the label of the link that captures rejected pictures again, because the server would reject the same bytes again.
 * Null if no picture was rejected.
 */
function recaptureLabel(state: DeliveryState): string | null {
  if (state.name !== 'refused' || !state.correctable || !state.kinds.every(isPictureKind)) return null;
  if (state.kinds.length > 1) return 'Capturar de nuevo';
  return state.kinds[0] === 'photo' ? 'Tomar otra foto' : 'Firmar de nuevo';
}

interface BannerActionsProps extends ConfirmationBannerProps {
  entryId: string;
  state: DeliveryState;
  registered: ConfirmedRegistration | undefined;
  patientName: string | undefined;
}

const BannerActions = ({
  entryId,
  state,
  registered,
  patientName,
  onDismiss,
}: Omit<BannerActionsProps, 'ownerId'>) => (
  <div className="band-actions">
    <Suspense>
      <CorrectButton registered={registered} variant="subtle" className="band-button" />
    </Suspense>
    <Button
      className="band-button"
      component={Link}
      to={`/reception?result=${entryId}`}
      variant={state.name === 'refused' ? 'default' : 'subtle'}
      aria-label={patientName && `Ver: ${patientName}`}
    >
      Ver
    </Button>
    <Button
      classNames={{ root: 'band-button band-another', label: 'band-another-label' }}
      variant="subtle"
      onClick={onDismiss}
    >
      Registrar otra evaluación
    </Button>
  </div>
);

/**
 * Returns true if the upload states are shown. They are hidden when the evaluation was rejected, because its pictures cannot be
 * sent.
 */
const areUploadStatesShown = (state: DeliveryState): boolean =>
  state.name !== 'refused' || state.kinds.every(isPictureKind);

const storedRegistrationOf = (
  registered: ConfirmedRegistration | undefined,
): StoredRegistration | undefined => registered?.entry ?? registered?.receipt ?? undefined;

/**
 * Returns true once the user types in the next form; on a phone the banner then takes one line. Reset for each registration.
 */
function useHasTypedInNextForm(entryId: string | null): boolean {
  const [typedAfter, setTypedAfter] = useState<string | null>(null);
  useEffect(() => {
    const note = () => setTypedAfter(entryId);
    addEventListener('input', note);
    return () => removeEventListener('input', note);
  }, [entryId]);
  return entryId !== null && typedAfter === entryId;
}

/**
 * Shows the outcome of the previous registration above the next patient's form. The live region always exists, because screen
 * readers announce only changes within existing elements.
 */
export function ConfirmationBanner({ ownerId, entryId, onDismiss }: ConfirmationBannerProps) {
  const registered = useConfirmedRegistration(ownerId, entryId);
  // Loaded before the first confirmation, so that the announcement contains the queue number.
  const turnOf = useFormatQueueNumber();
  const state = toDeliveryState(registered);
  const kept = storedRegistrationOf(registered);
  const shown = registered && !kept ? null : entryId;
  const isTyping = useHasTypedInNextForm(shown);
  const labels = { capture: recaptureLabel(state), retry: formatRetryUploadLabel(state) };
  const isHelped = labels.capture !== null || labels.retry !== null;
  return (
    <div
      className={shown === null ? undefined : `band band-${BANNER_KINDS[state.name] ?? 'ok'}`}
      // The banner keeps its full size while it shows a rejection or a retry button.
      data-low={(isTyping && state.name !== 'refused' && !isHelped) || undefined}
    >
      {shown !== null && <Icon name={createDeliveryTitle(state).icon} size={24} />}
      <div className={shown === null ? undefined : 'band-text'}>
        <output className="band-said">
          {kept && <AnnouncedMessage kept={kept} state={state} turn={turnOf(kept)} />}
        </output>
        {registered && kept && areUploadStatesShown(state) && (
          <div className="band-pictures">
            <UploadStates registered={registered} layout={isHelped ? 'stack' : 'line'} />
            {isHelped && (
              <Suspense>
                <PictureActions
                  ownerId={ownerId}
                  entryId={kept.id}
                  labels={labels}
                  patientName={kept.summary.patientName}
                />
              </Suspense>
            )}
          </div>
        )}
      </div>
      {shown !== null && (
        <BannerActions
          entryId={shown}
          state={state}
          registered={registered}
          patientName={kept?.summary.patientName}
          onDismiss={onDismiss}
        />
      )}
    </div>
  );
}
