import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#ui/display/icon.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import {
  areOnlyPicturesRejected,
  createDeliveryTitle,
  formatRejectionReasons,
  selectByPicture,
  uploadRetryLabel,
  type DeliveryState,
} from './done-state.ts';
import { UploadStates } from './uploads.tsx';
import { useConfirmedRegistration, type ConfirmationView } from './use-registered.ts';
import './confirmation-banner.css';

const CorrectButton = lazyComponent(() => import('./rarely-shown.tsx'), 'CorrectButton');
const PictureActions = lazyComponent(() => import('./rarely-shown.tsx'), 'PictureActions');

interface ConfirmationBannerProps {
  ownerId: string;
  /** Entry of the registration to show; null hides the banner. */
  entryId: string | null;
  onDismiss: () => void;
}

const BANNER_KINDS: Partial<Record<DeliveryState['name'], 'bad' | 'mute'>> = {
  refused: 'bad',
  discarded: 'mute',
};

const DOT = <i className="band-dot"> · </i>;

const BannerMessage = ({ kept, state, turn }: ConfirmationView) =>
  kept && (
    <>
      <span className="band-line">
        {turn !== null && <strong className="band-turn">{turn}</strong>}
        <b>
          {turn !== null && DOT}
          {kept.summary.patientName}
        </b>
        <span>
          {DOT}
          {kept.summary.identification_type} {kept.summary.identification_number} ·{' '}
          {createDeliveryTitle(state).title}
        </span>
      </span>
      {state.name === 'refused' && <span className="band-reasons">{formatRejectionReasons(state)}</span>}
    </>
  );

/**
 * Returns the label of the link that captures rejected pictures again, because the server would reject the same bytes again.
 * Null if no picture was rejected.
 */
const recaptureLabel = (state: DeliveryState): string | null =>
  areOnlyPicturesRejected(state) && state.correctable
    ? selectByPicture(state, {
        both: 'Capturar de nuevo',
        photo: 'Tomar otra foto',
        signature: 'Firmar de nuevo',
      })
    : null;

interface BannerActionsProps {
  entryId: string;
  confirmed: ConfirmationView;
  onDismiss: () => void;
}

const BannerActions = ({
  entryId,
  confirmed: { registered, kept, state },
  onDismiss,
}: BannerActionsProps) => (
  <div className="band-actions">
    {registered && <CorrectButton registered={registered} variant="subtle" className="band-button" />}
    <Button
      className="band-button"
      component={Link}
      to={`/reception?result=${entryId}`}
      variant={state.name === 'refused' ? 'default' : 'subtle'}
      aria-label={kept && `Ver: ${kept.summary.patientName}`}
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
 * Returns true once the user types in the next form; on a phone the banner then takes one line. Reset for each registration.
 */
function useHasTypedInNextForm(entryId: string | null): boolean {
  const [typedAfter, setTypedAfter] = useState<string | null>(null);
  useWindowEvent('input', () => setTypedAfter(entryId));
  return entryId !== null && typedAfter === entryId;
}

/**
 * Shows the outcome of the previous registration above the next patient's form. The live region always exists, because screen
 * readers announce only changes within existing elements.
 */
export function ConfirmationBanner({ ownerId, entryId, onDismiss }: ConfirmationBannerProps) {
  const confirmed = useConfirmedRegistration(ownerId, entryId);
  const { registered, kept, state } = confirmed;
  const shown = confirmed.isGone ? null : entryId;
  const isTyping = useHasTypedInNextForm(shown);
  const labels = { capture: recaptureLabel(state), retry: uploadRetryLabel(state) };
  // The pictures of a rejected evaluation cannot be sent.
  const areUploadStatesShown = state.name !== 'refused' || areOnlyPicturesRejected(state);
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
          <BannerMessage {...confirmed} />
        </output>
        {registered && kept && areUploadStatesShown && (
          <div className="band-pictures">
            <UploadStates registered={registered} layout={isHelped ? 'stack' : 'line'} />
            {isHelped && (
              <PictureActions
                ownerId={ownerId}
                entryId={kept.id}
                labels={labels}
                patientName={kept.summary.patientName}
              />
            )}
          </div>
        )}
      </div>
      {shown !== null && <BannerActions entryId={shown} confirmed={confirmed} onDismiss={onDismiss} />}
    </div>
  );
}
