import { Button, TextInput } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Card } from '../display/cards/card.tsx';
import { Icon } from '../display/icon.tsx';
import './list-toolbar.css';

export interface FilterChip {
  readonly key: string;
  readonly label: string;
  readonly onRemove: () => void;
}

export const createSearchChips = (typed: string, type: (text: string) => void): FilterChip[] =>
  typed.trim() === '' ? [] : [{ key: 'q', label: `Buscar: ${typed.trim()}`, onRemove: () => type('') }];

interface ListToolbarProps {
  searchLabel: string;
  searchRef?: RefObject<HTMLInputElement | null>;
  placeholder: string;
  /** Text in the search field. The caller delays the search. */
  typed: string;
  onType: (text: string) => void;
  chips: readonly FilterChip[];
  onReset: () => void;
  children?: ReactNode;
}

const FilterChips = ({ chips }: { chips: readonly FilterChip[] }) => (
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
 * Toolbar above a list: search, other filters, active filters and reset button. The line of the active filters always has its
 * height, so that typing does not move the list.
 */
export const ListToolbar = ({ searchRef, ...props }: ListToolbarProps) => (
  <Card>
    <search className="list-toolbar" aria-label="Filtros">
      <TextInput
        className="list-toolbar-search"
        ref={searchRef}
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
      {props.chips.length > 0 && <FilterChips chips={props.chips} />}
      <Button onClick={props.onReset}>Limpiar filtros</Button>
    </div>
  </Card>
);
