import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../display/card.tsx';
import { Icon } from '../display/icon.tsx';
import './list-toolbar.css';

/** Filter that differs from the default, and how to remove it. */
export interface FilterChip {
  readonly key: string;
  readonly label: string;
  readonly onRemove: () => void;
}

/** Returns the chip of the search text; none while the field is empty. */
export const searchChips = (typed: string, type: (text: string) => void): FilterChip[] =>
  typed.trim() === '' ? [] : [{ key: 'q', label: `Buscar: ${typed.trim()}`, onRemove: () => type('') }];

interface ListToolbarProps {
  searchLabel: string;
  placeholder: string;
  /** Text in the field; the caller decides when to search for it. */
  typed: string;
  onType: (text: string) => void;
  chips: readonly FilterChip[];
  onReset: () => void;
  /** Other filters of the list. */
  children?: ReactNode;
}

const Chips = ({ chips }: { chips: readonly FilterChip[] }) => (
  <ul className="list-chips" aria-label="Filtros puestos">
    {chips.map(({ key, label, onRemove }) => (
      <li key={key}>
        <button type="button" className="list-chip" aria-label={`Quitar filtro: ${label}`} onClick={onRemove}>
          <span>{label}</span>
          <Icon name="cross" size={16} />
        </button>
      </li>
    ))}
  </ul>
);

/**
 * Renders the toolbar above a list: search, other filters, the active filters, and the reset button. The room of the last line
 * is reserved, so that the first letter of a search moves no row below it.
 */
export const ListToolbar = (props: ListToolbarProps) => (
  <Card>
    <search className="list-toolbar" aria-label="Filtros">
      <TextInput
        className="list-toolbar-search"
        label={props.searchLabel}
        placeholder={props.placeholder}
        leftSection={<Icon name="search" />}
        autoComplete="off"
        spellCheck={false}
        value={props.typed}
        onChange={(event) => props.onType(event.currentTarget.value)}
      />
      {props.children}
    </search>
    <div className="list-toolbar-foot">
      {props.chips.length > 0 && <Chips chips={props.chips} />}
      <Button onClick={props.onReset}>Limpiar filtros</Button>
    </div>
  </Card>
);
