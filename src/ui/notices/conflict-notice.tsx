import { Button } from '@mantine/core';
import { Notice } from './notice.tsx';
import './conflict-notice.css';

/** One thing that is now another than what the person began with. */
export interface ConflictingValue {
  readonly label: string;
  /** What is there now, as people read it. */
  readonly now: string;
}

interface ConflictNoticeProps {
  /** What was changed by somebody else: 'esta sede', 'este usuario'. */
  what: string;
  values: readonly ConflictingValue[];
  busy: boolean;
  /** Saves what was typed over what is there now. */
  onKeepMine: () => void;
  /** Gives up what was typed. */
  onTakeTheirs: () => void;
}

/** Two people on one record: what is there now, and the person's choice. Nothing is overwritten unseen. */
export const ConflictNotice = ({ what, values, busy, onKeepMine, onTakeTheirs }: ConflictNoticeProps) => (
  <Notice
    kind="warn"
    title={`Otra persona cambió ${what} mientras lo editabas.`}
    action={
      <>
        <Button onClick={onTakeTheirs} disabled={busy}>
          Usar lo que hay ahora
        </Button>
        <Button variant="filled" onClick={onKeepMine} loading={busy}>
          Guardar lo mío
        </Button>
      </>
    }
  >
    Lo tuyo sigue aquí y no se ha guardado.{' '}
    {values.length === 0 ? 'Lo que hay ahora es igual a lo tuyo.' : 'Ahora hay:'}
    {values.length > 0 && (
      <dl className="conflict-values">
        {values.map(({ label, now }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{now}</dd>
          </div>
        ))}
      </dl>
    )}
  </Notice>
);
