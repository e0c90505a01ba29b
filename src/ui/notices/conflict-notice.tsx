import { Button } from '@mantine/core';
import { Notice } from './notice.tsx';
import './conflict-notice.css';

/** Value that another user changed while this user was editing. */
export interface ConflictingValue {
  readonly label: string;
  readonly now: string;
}

interface ConflictNoticeProps {
  /** Changed record in the text of the notice: 'esta sede', 'este usuario'. */
  what: string;
  values: readonly ConflictingValue[];
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/**
 * Notice that another user changed the same record. It shows the present values and lets the user choose between both versions.
 */
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
