import { Checkbox } from '@mantine/core';
import './proposed-rows.css';

interface ProposedRow {
  readonly key: string;
  readonly name: string;
  /** Short text next to the name. */
  readonly note: string;
  /** True if the catalogue already has the row. */
  readonly isThere: boolean;
}

interface ProposedRowsProps {
  rows: readonly ProposedRow[];
  /** Keys of the selected rows. */
  ticked: readonly string[];
  disabled?: boolean;
  onChange: (ticked: readonly string[]) => void;
}

/** Checkboxes of proposed rows. A row that the catalogue already has is disabled, because it is edited in the catalogue. */
export const ProposedRows = ({ rows, ticked, disabled = false, onChange }: ProposedRowsProps) => (
  <div className="proposed-rows">
    {rows.map(({ key, name, note, isThere }) => (
      <Checkbox
        key={key}
        classNames={{
          root: 'proposed-row',
          body: 'proposed-row-body',
          labelWrapper: 'proposed-row-words',
          label: 'proposed-row-label',
        }}
        label={
          <>
            {name} <small>{note}</small>
          </>
        }
        checked={isThere || ticked.includes(key)}
        disabled={isThere || disabled}
        onChange={() =>
          onChange(ticked.includes(key) ? ticked.filter((one) => one !== key) : [...ticked, key])
        }
      />
    ))}
  </div>
);
