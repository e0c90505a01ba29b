import { Button } from '@mantine/core';
import { Notice } from './notice.tsx';
import './conflict-notice.css';

/** Value that has changed since the user began to edit. */
export interface ConflictingValue {
  readonly label: string;
  /** Present value, as shown to the user. */
  readonly now: string;
}

interface ConflictNoticeProps {
  /** Record that another user changed: 'esta sede', 'este usuario'. */
  what: string;
  values: readonly ConflictingValue[];
  busy: boolean;
  /** Overwrites the present values with the typed ones. */
  onKeepMine: () => void;
  /** Discards the typed values. */
  onTakeTheirs: () => void;
}

/** Shows the present values when two users have changed one record, and lets the user choose. Nothing is overwritten unseen. */
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
