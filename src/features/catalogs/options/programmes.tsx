import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PROGRAMME_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { Icon, type IconName } from '#ui/display/icon.tsx';
import { isProgrammeListFull } from './option-values.ts';
import type { OptionsForm } from './use-options-form.ts';
import './programmes.css';

interface MoveProgrammeButtonProps {
  icon: IconName;
  label: string;
  place: string;
  disabled: boolean;
  onClick: () => void;
}

const MoveProgrammeButton = ({ icon, label, place, disabled, onClick }: MoveProgrammeButtonProps) => (
  <ActionIcon
    className="programme-move"
    aria-label={label}
    data-place={place}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon name={icon} />
  </ActionIcon>
);

function useProgrammeRows({ form }: OptionsForm) {
  const list = useRef<HTMLOListElement>(null);
  const [message, setMessage] = useState('');
  const { programmes } = form.values;
  const focus = (selector: string) => list.current?.querySelector<HTMLElement>(selector)?.focus();
  const move = (from: number, to: number) => {
    flushSync(() => {
      form.reorderListItem('programmes', { from, to });
      setMessage(`${programmes[from] ?? ''}: lugar ${to + 1} de ${programmes.length}.`);
    });
    const way = to < from ? 'up' : 'down';
    const other = way === 'up' ? 'down' : 'up';
    const isAtEnd = to === 0 || to === programmes.length - 1;
    focus(`[data-place="${isAtEnd ? other : way} ${to}"]`);
  };
  const add = () => {
    flushSync(() => form.insertListItem('programmes', ''));
    focus('li:last-child input');
  };
  const remove = (nth: number) => {
    flushSync(() => {
      form.removeListItem('programmes', nth);
      setMessage(`Quitado: ${programmes[nth] ?? ''}.`);
    });
    focus(`li:nth-child(${Math.max(nth, 1)}) input`);
  };
  return { list, said: message, move, add, remove };
}

export function Programmes({ options }: { options: OptionsForm }) {
  const { form } = options;
  const { list, said: message, move, add, remove } = useProgrammeRows(options);
  const { programmes } = form.values;
  return (
    <>
      <ol className="programmes" aria-label="Programas de SVE" ref={list}>
        {programmes.map((name, nth) => (
          <li key={nth}>
            <TextInput
              className="programme-name"
              aria-label={`Programa ${nth + 1}`}
              autoComplete="off"
              maxLength={PROGRAMME_NAME_MAX_LENGTH}
              {...form.getInputProps(`programmes.${nth}`)}
            />
            <MoveProgrammeButton
              icon="rise"
              label={`Subir ${name}`}
              place={`up ${nth}`}
              disabled={nth === 0}
              onClick={() => move(nth, nth - 1)}
            />
            <MoveProgrammeButton
              icon="fall"
              label={`Bajar ${name}`}
              place={`down ${nth}`}
              disabled={nth === programmes.length - 1}
              onClick={() => move(nth, nth + 1)}
            />
            <ActionIcon className="programme-move" aria-label={`Quitar ${name}`} onClick={() => remove(nth)}>
              <Icon name="trash" />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {message}
      </p>
      <Button leftSection={<Icon name="plus" />} disabled={isProgrammeListFull(form.values)} onClick={add}>
        Agregar programa
      </Button>
    </>
  );
}
