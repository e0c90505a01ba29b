import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Icon } from '#ui/display/icon.tsx';
import { doneStateOf, isPicture, retryLabel, type DoneState, type Registered } from './done-state.ts';
import { doneTitle } from './done-title.ts';
import { reasonsText } from './done-words.ts';
import { RetryButton } from './retry-button.tsx';
import { Uploads } from './uploads.tsx';
import { useRegistered } from './use-registered.ts';
import { useTurnWords } from './use-turn-words.ts';
import './band.css';

interface BandProps {
  ownerId: string;
  /** Whose registration; null shows nothing. */
  entryId: string | null;
  onPutAway: () => void;
}

type Kept = NonNullable<Registered['entry'] | Registered['receipt']>;

const KINDS: Partial<Record<DoneState['name'], 'bad' | 'mute'>> = { refused: 'bad', discarded: 'mute' };

interface SaidProps {
  kept: Kept;
  state: DoneState;
  turn: string | null;
}

/** What is heard: the turn, who, and what became of it. */
const Said = ({ kept: { summary }, state, turn }: SaidProps) => (
  <>
    <span className="band-line">
      {turn !== null && <strong className="band-turn">{turn} · </strong>}
      <b>{summary.patientName}</b>
      <span>
        {['', `${summary.identificationType} ${summary.identificationNumber}`, doneTitle(state).title].join(
          ' · ',
        )}
      </span>
    </span>
    {state.name === 'refused' && <span className="band-reasons">{reasonsText(state)}</span>}
  </>
);

/** Pictures that failed go again from here; what else there is to do has its place behind 'Ver'. */
const labelOf = (state: DoneState): string | null =>
  state.name === 'created' || (state.name === 'refused' && state.kinds.every(isPicture))
    ? retryLabel(state)
    : null;

interface ActionsProps extends BandProps {
  entryId: string;
  state: DoneState;
  patientName: string | undefined;
}

function Actions({ ownerId, entryId, state, patientName, onPutAway }: ActionsProps) {
  const label = labelOf(state);
  return (
    <div className="band-actions">
      {label !== null && <RetryButton ownerId={ownerId} entryId={entryId} label={label} />}
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
        onClick={onPutAway}
      >
        Registrar otra evaluación
      </Button>
    </div>
  );
}

const keptOf = (registered: Registered | undefined): Kept | undefined =>
  registered?.entry ?? registered?.receipt ?? undefined;

/**
 * Above the next person's form: what became of the one before. What is read out stays in its place while the band comes and
 * goes, for a screen reader tells of changes within what it knows.
 */
export function Band(props: BandProps) {
  const { ownerId, entryId } = props;
  const registered = useRegistered(ownerId, entryId);
  // Known before anybody is confirmed: what is heard is whole at once.
  const turnOf = useTurnWords();
  const state = doneStateOf(registered);
  const kept = keptOf(registered);
  const shown = registered && !kept ? null : entryId;
  return (
    <div className={shown === null ? undefined : `band band-${KINDS[state.name] ?? 'ok'}`}>
      {shown !== null && <Icon name={doneTitle(state).icon} size={24} />}
      <div className={shown === null ? undefined : 'band-text'}>
        <output className="band-said">
          {kept && <Said kept={kept} state={state} turn={turnOf(kept)} />}
        </output>
        {registered && kept && <Uploads registered={registered} isDense />}
      </div>
      {shown !== null && (
        <Actions {...props} entryId={shown} state={state} patientName={kept?.summary.patientName} />
      )}
    </div>
  );
}
